// Three browsers on a machine without a display. None is driven: each opens one page, which tells
// by itself.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

const PATIENCE = 180_000; // ms; about 10 s on a machine with nothing else to do

/**
 * As many contexts as the others keep; and what a new profile would ask or load before it shows
 * the page.
 */
const FIREFOX = {
  'webgl.max-contexts': 16,
  'browser.shell.checkDefaultBrowser': false,
  'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'app.normandy.enabled': false,
  'termsofuse.bypassNotification': true,
};

function firefox(profile, address) {
  const lines = Object.entries(FIREFOX).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join(''));
  return ['xvfb-run', '-a', 'firefox-esr', '--no-remote', '--profile', profile, address];
}

/** Where Debian keeps WebKit's own browser: in the folder of the machine's kind. */
function miniBrowser() {
  const places = readdirSync('/usr/lib').map(kind => `/usr/lib/${kind}/webkit2gtk-4.1/MiniBrowser`);
  return places.find(place => existsSync(place)) ?? 'MiniBrowser';
}

/** How each is started, and what its name for itself must and must not hold. */
export const BROWSERS = {
  Chromium: {
    is: /Chrome\/\d/,
    isNot: /Firefox/,
    command: (profile, address) => [
      'chromium',
      '--headless',
      '--no-sandbox',
      '--no-first-run',
      `--user-data-dir=${profile}`,
      address,
    ],
  },
  Firefox: {is: /Gecko\/.* Firefox\/\d/, isNot: /Chrome/, command: firefox},
  WebKit: {
    is: /AppleWebKit\/.* Version\/\d/,
    isNot: /Chrom/,
    command: (profile, address) => ['xvfb-run', '-a', miniBrowser(), address],
  },
};

/**
 * Hears one report.
 * @returns {Promise<{address: string, report: Promise<string>, close(): void}>}
 */
async function listen() {
  let heard;
  const report = new Promise(resolve => {
    heard = resolve;
  });
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    response.end();
    heard(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    report,
    close: () => server.close(),
  };
}

/**
 * The whole family: a browser leaves processes of its own, and xvfb-run a display.
 * @param {import('node:child_process').ChildProcess} child
 */
async function end(child) {
  const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch {
    return;
  }
  await gone;
}

/**
 * What the page reports in a browser.
 * @param {keyof typeof BROWSERS} name
 * @param {string} page its address
 */
export async function reportOf(name, page) {
  const profile = mkdtempSync(join(tmpdir(), 'ninefold-'));
  const ear = await listen();
  const [program, ...args] = BROWSERS[name].command(profile, `${page}#${ear.address}`);
  let said = '';
  let timer;
  const env = {...process.env, HOME: profile, XDG_RUNTIME_DIR: profile};
  const child = spawn(program, args, {detached: true, stdio: ['ignore', 'pipe', 'pipe'], env});
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', piece => {
      said = (said + piece).slice(-2000);
    });
  const failed = new Promise((_, fail) => {
    const tell = what => fail(new Error(`${name} ${what}: ${said}`));
    child.once('error', error => tell(error.message));
    child.once('exit', code => tell(`ended with ${code} before it reported`));
    timer = setTimeout(() => tell('did not report in time'), PATIENCE);
  });
  try {
    return JSON.parse(await Promise.race([ear.report, failed]));
  } finally {
    clearTimeout(timer);
    failed.catch(() => {});
    await end(child);
    ear.close();
    rmSync(profile, {recursive: true, force: true, maxRetries: 5});
  }
}
