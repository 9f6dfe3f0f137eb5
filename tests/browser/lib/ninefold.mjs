// The page as its reader finds it: controls by their key, the figure by the element's own
// interface.

/** Runs in the page: what the element has, as plain data. */
function describe(element, wanted) {
  const panel = ({weights, norm, cosine, cells, ...rest}) => ({
    ...rest,
    weights: wanted && weights && Array.from(weights),
  });
  const {figure} = element;
  if (!figure) return null;
  const [panels, baselines, followers] = [figure.panels, figure.baselines, figure.followers].map(
    all => all.map(panel),
  );
  return {...figure, panels, baselines, followers};
}

/**
 * Runs in the page: is all there that an element makes last, the descriptions of its panels?
 */
export function isAtRest({shadowRoot}) {
  const nine = [...shadowRoot.querySelectorAll('.fig-panel')].filter(
    panel => panel.querySelector('.fig-plot').dataset.panel < 9,
  );
  const described = nine.map(panel => panel.querySelector('.fig-said').textContent);
  return nine.length === 9 && described.every(Boolean);
}

export class Ninefold {
  /** @param {import('playwright-core').Page} page @param {string} address without link */
  constructor(page, address) {
    this.page = page;
    this.address = address;
    this.element = page.locator('nine-fold').first();
  }

  /** Opens the page with a link, and waits for its figure. @param {string} link */
  async open(link) {
    const address = new URL(link ? `#${link}` : '', this.address).href;
    const read = await this.#addressRead(address);
    await this.page.goto(address);
    await read?.();
    await this.settle();
  }

  /**
   * A page that stands already reads a new link only some time after it has its address: until
   * then the figure of the old
   * one is there, with its check. @param {string} address
   */
  async #addressRead(address) {
    const here = this.page.url();
    if (here === address || here.split('#')[0] !== address.split('#')[0]) return null;
    const heard = await this.page.evaluateHandle(() => {
      const event = new Promise(done =>
        addEventListener('hashchange', () => done(null), {once: true}),
      );
      return {event}; // later than the page's own listener
    });
    return () => heard.evaluate(({event}) => event);
  }

  /** Shows another link on the page that stands, and waits for its figure. @param {string} link */
  async show(link) {
    await this.element.evaluate(async (element, link) => {
      element.link = link;
      await element.ready;
    }, link);
    await this.drawn();
  }

  /** Waits until the figure of the link that stands is there, with its check. */
  async settle() {
    await this.page.waitForFunction(() => {
      const {figure, link} = document.querySelector('nine-fold') ?? {};
      return figure?.check && figure.link === link;
    });
    await this.drawn();
  }

  /** Waits until that link stands, with its figure. @param {string} link canonical */
  async settleAt(link) {
    await this.page.waitForFunction(
      link => document.querySelector('nine-fold').link === link,
      link,
    );
    await this.settle();
  }

  /** Waits for the picture: two frames, since the first may still be of the state before. */
  async drawn() {
    await this.page.evaluate(
      () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }

  /** The link that stands, canonical. */
  link() {
    return this.element.evaluate(element => element.link);
  }

  /**
   * The value of one key of the link that stands, as it is written there, or null.
   * @param {string} key
   */
  async value(key) {
    const part = (await this.link()).split(';').find(part => part.startsWith(`${key}=`));
    return part === undefined ? null : part.slice(key.length + 1);
  }

  /** The figure; with weights as plain arrays if asked. */
  figure({weights = false} = {}) {
    return this.element.evaluate(describe, weights);
  }

  /** One of the three values of a list. @param {string} key @param {number} index */
  part(key, index) {
    return this.element.evaluate(
      (element, [key, index]) => {
        const written = element.link
          .split(';')
          .find(part => part.startsWith(`${key}=`))
          ?.slice(key.length + 1);
        const all = (written ?? {eps: '0.5~1e-3~1e-10'}[key]).split('~');
        return all[index] ?? all[0];
      },
      [key, index],
    );
  }

  // ---- Controls ------------------------------------------------------------------------------------------------

  /** The slider at hand. */
  epsilon() {
    return this.page.getByRole('slider', {name: 'Epsilon of the middle column'});
  }

  /** Everything behind "More". */
  controls() {
    return this.page.getByRole('group', {name: 'More settings'});
  }

  async openMore() {
    await this.page.getByRole('button', {name: /^More\b/}).click();
    await this.controls().waitFor();
    await this.openAll(this.controls().locator('details'));
  }

  /** Opens what can be unfolded. @param {import('playwright-core').Locator} details */
  async openAll(details) {
    for (const one of await details.filter({visible: true}).all())
      await one.locator('> summary').click();
    await this.drawn();
  }

  /** The control of one key behind "More". @param {string} key */
  field(key) {
    return this.controls().locator(`[data-row="${key}"]`);
  }

  /** One word of a choice. @param {string} key @param {string} word as it stands on the button */
  async choose(key, word) {
    await this.field(key).getByRole('radio', {name: word, exact: true}).click();
    await this.drawn();
  }

  /**
   * Takes hold of a slider at one share of its way and lets go at another.
   * @param {import('playwright-core').Locator} slider
   * @param {number} from
   * @param {number} to
   * @param {{steps?: number, done?: () => Promise<unknown>}} [how] `done` runs before it is let go
   */
  async drag(slider, from, to, {steps = 5, done} = {}) {
    await slider.scrollIntoViewIfNeeded();
    const {x, y, width, height} = await slider.boundingBox();
    const {mouse} = this.page;
    await mouse.move(x + from * width, y + height / 2);
    await mouse.down();
    for (let step = 1; step <= steps; step++) {
      await mouse.move(x + (from + ((to - from) * step) / steps) * width, y + height / 2);
      await this.drawn();
    }
    await done?.();
    await mouse.up();
    await this.settle();
  }

  // ---- Panels: 0 to 8 row by row, the untouched heads 9 to 11 -----------------------------------------------------

  /** Where a panel's cells are. @param {number} panel */
  plot(panel) {
    return this.element.locator(`.fig-plot[data-panel="${panel}"]`);
  }

  /** @param {number} panel */
  panelBox(panel) {
    return this.plot(panel).boundingBox();
  }

  /** Of all panels that stand there, by their number. */
  panelBoxes() {
    return this.element.evaluate(element =>
      Object.fromEntries(
        [...element.shadowRoot.querySelectorAll('.fig-plot')].map(plot => {
          const {x, y, width, height} = plot.getBoundingClientRect();
          return [plot.dataset.panel, {x, y, width, height}];
        }),
      ),
    );
  }

  /**
   * The middle of a cell, in the window.
   * @param {number} panel
   * @param {number} query
   * @param {number} key
   */
  async cell(panel, query, key) {
    const {x, y, width, height} = await this.panelBox(panel);
    const {panels, baselines, followers} = await this.figure();
    const untouched = panel < 12 ? baselines : followers;
    const {rows, columns} = panels[panel] ?? untouched.find(one => one.row === panel % 3);
    return {x: x + ((key + 0.5) / columns) * width, y: y + ((query + 0.5) / rows) * height};
  }

  /** @param {number} panel @param {number} query @param {number} key */
  async hover(panel, query, key) {
    await this.plot(panel).scrollIntoViewIfNeeded();
    const {x, y} = await this.cell(panel, query, key);
    await this.page.mouse.move(x, y);
    await this.drawn();
  }

  /**
   * By a click, or by a tap where there is no mouse.
   * @param {number} panel
   * @param {number} query
   * @param {number} key
   */
  async pin(panel, query, key) {
    await this.plot(panel).scrollIntoViewIfNeeded();
    const {x, y} = await this.cell(panel, query, key);
    if (await this.page.evaluate(() => matchMedia('(hover: none)').matches))
      await this.page.touchscreen.tap(x, y);
    else await this.page.mouse.click(x, y);
    await this.drawn();
  }

  /** The line that says what is under the cross-hair. */
  readout() {
    return this.page.getByRole('group', {name: 'Cell under the cross-hair'});
  }

  /** What stands under a panel. @param {number} panel */
  under(panel) {
    const plot = this.page.locator(`.fig-plot[data-panel="${panel}"]`);
    return this.element.locator('.fig-panel', {has: plot}).locator('.fig-foot').innerText();
  }

  /**
   * How high each bar of a panel is drawn, as a share of the panel.
   * @param {number} panel
   * @param {number} count
   */
  barHeights(panel, count) {
    return this.plot(panel)
      .locator('.fig-bars path.now')
      .evaluate(
        (path, count) =>
          Array.from({length: count}, (_, j) => {
            let high = 1000;
            while (
              high > 0 &&
              !path.isPointInFill(new DOMPoint((j + 0.5) / count, 1 - (high - 0.5) / 1000))
            )
              high--;
            return high / 1000;
          }),
        count,
      );
  }

  /** Opens a row as bars. @param {number} panel @param {number} query */
  async bars(panel, query) {
    await this.pin(panel, query, 0);
    await this.readout().getByRole('button', {name: 'Row as bars'}).click();
    await this.drawn();
  }

  /** @param {number} panel */
  async zoom(panel) {
    await this.pin(panel, 1, 0);
    await this.readout().getByRole('button', {name: 'Enlarge'}).click();
    await this.drawn();
  }

  async unzoom() {
    await this.readout().getByRole('button', {name: 'All nine'}).click();
    await this.readout().getByRole('button', {name: 'Release'}).click();
    await this.drawn();
  }

  // ---- What else can be opened ----------------------------------------------------------------------------------

  openTables() {
    return this.openAll(this.element.locator('details.fig-table'));
  }

  /** Each answer comes with a piece of the page: then it is said of this figure, or it is hidden. */
  async openExplanations() {
    const all = this.element.locator('.answers details');
    await this.openAll(all);
    for (const one of await all.filter({visible: true}).all())
      await one.locator('.live[hidden], .live:not(:empty)').waitFor({state: 'attached'});
  }

  async explainJoint() {
    await this.page
      .getByRole('button', {name: /The same picture/})
      .filter({visible: true})
      .first()
      .click();
  }

  async openExamples() {
    await this.element.locator('.examples summary').click();
    await this.element.locator('.examples .items button').first().waitFor();
  }

  async openSave() {
    await this.element
      .locator('summary')
      .filter({hasText: /^Save$/})
      .click();
  }

  /**
   * What is said of a panel to those who do not see it: its title, and a description.
   * @param {number} panel
   */
  async summary(panel) {
    return this.plot(panel).evaluate(plot => {
      const {textContent: description} = plot.parentElement.querySelector('.fig-said');
      return {title: plot.getAttribute('aria-label'), description};
    });
  }

  /** Waits until the page is at rest after its first figure. */
  async rest() {
    await this.page.waitForFunction(isAtRest, await this.element.elementHandle());
    await this.drawn();
  }

  /** The table of a panel, opened: its cells by rows, as texts. @param {number} panel */
  async table(panel) {
    await this.page.getByRole('combobox', {name: 'Panel'}).selectOption(String(panel));
    return this.element
      .locator('details.fig-table tbody tr')
      .evaluateAll(rows =>
        rows.map(row => [...row.querySelectorAll('td')].map(cell => cell.textContent)),
      );
  }

  // ---- What is seen ----------------------------------------------------------------------------------------------

  /**
   * Pixels of the window: [r, g, b] at each place. What goes to the page and back goes as text:
   * there may be many.
   * @param {{x: number, y: number}[]} places
   */
  async pixels(places) {
    const picture = await this.page.screenshot({animations: 'disabled', caret: 'hide'});
    const png = picture.toString('base64');
    const at = JSON.stringify(places.map(({x, y}) => [x, y]));
    return JSON.parse(
      await this.page.evaluate(
        async ({png, at}) => {
          const blob = new Blob([Uint8Array.from(atob(png), letter => letter.charCodeAt(0))]);
          const picture = await createImageBitmap(blob, {colorSpaceConversion: 'none'});
          const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d', {
            willReadFrequently: true,
          });
          context.drawImage(picture, 0, 0);
          const {data, width} = context.getImageData(0, 0, picture.width, picture.height);
          const scale = width / innerWidth;
          return JSON.stringify(
            JSON.parse(at).map(([x, y]) => {
              const first = 4 * (Math.floor(y * scale) * width + Math.floor(x * scale));
              return [data[first], data[first + 1], data[first + 2]];
            }),
          );
        },
        {png, at},
      ),
    );
  }

  /**
   * The same cells of several panels.
   * @param {number[]} panels
   * @param {[number, number][]} cells
   */
  async colorsAt(panels, cells) {
    const places = [];
    for (const panel of panels)
      for (const [query, key] of cells) places.push(await this.cell(panel, query, key));
    return this.pixels(places);
  }

  // ---- What changes ----------------------------------------------------------------------------------------------

  /** From now on counts the different figures that come. */
  async watchFigures() {
    await this.element.evaluate(element => {
      globalThis.figuresSeen = new Set();
      const look = () => {
        globalThis.figuresSeen.add(JSON.stringify(element.figure.panels[1].measures));
        requestAnimationFrame(look);
      };
      look();
    });
  }

  figuresSeen() {
    return this.page.evaluate(() => globalThis.figuresSeen.size);
  }
}
