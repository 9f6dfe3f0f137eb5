// What `check` says, as values.
import assert from 'node:assert/strict';
import {panels, run} from './engine.mjs';

/** What `check` exits with, says below, and its lines: {status, who, asks: [..], why, link}. */
export function judge(args, input) {
  const {status: exit, out, error} = run(['check', ...args], input);
  const lines = out
    .split('\n')
    .filter(Boolean)
    .map(line => {
      const [status, who, asks, why, link] = line.split('\t').map(field => field.trim());
      return {status, who, asks: asks.split('; ').filter(Boolean).map(askOf), why, link};
    });
  return {exit, lines, below: error};
}

function askOf(text) {
  const found = /^(ask\d) (\S+) (holds|fails) \((\S+) against (\S+) at [pb]\d+\)$/.exec(text);
  assert.ok(found, `unreadable verdict: ${text}`);
  const [, name, statement, verdict, number, bound] = found;
  return {name, statement, verdict, number: Number(number), bound: Number(bound)};
}

/** A link with its check. */
export function sealed(link) {
  const {link: canonical, check} = panels(link);
  return `${canonical};check=${check}`;
}
