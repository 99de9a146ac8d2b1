/**
 * Options for running the server: its output, who may read its metrics, how it stops.
 *
 * @typedef {object} RunningOptions
 * @property {boolean} areMetricsOpen whether `/metrics` is public
 * @property {'text' | 'json'} log format of the server's output
 * @property {boolean} hasAccessLog whether it prints a line for each request
 * @property {number} drainMs how long it keeps answering after the stop signal
 */

/** Supervisors do not wait longer. */
const drainMaxMs = 600_000;

/**
 * @param {(name: string) => { text: string, source: string }} textOf
 * @returns {{ ok: true, value: RunningOptions } | { ok: false, message: string }}
 */
export function parseRunningOptions(textOf) {
  /**
   * @param {string} name
   * @param {readonly string[]} words
   */
  const oneOf = (name, words) => {
    const { text, source } = textOf(name);
    return words.includes(text)
      ? null
      : `${source} "${text}" is invalid; use ${words.join(' or ')}.`;
  };
  const problem =
    oneOf('metrics', ['operator', 'open']) ??
    oneOf('log', ['text', 'json']) ??
    oneOf('access-log', ['on', 'off']);
  if (problem !== null) return { ok: false, message: problem };
  const drain = textOf('drain-ms');
  if (!/^\d{1,6}$/.test(drain.text) || Number(drain.text) > drainMaxMs)
    return {
      ok: false,
      message: `${drain.source} "${drain.text}" is not a time; use whole milliseconds up to ${drainMaxMs}, for example 5000.`,
    };
  return {
    ok: true,
    value: {
      areMetricsOpen: textOf('metrics').text === 'open',
      log: textOf('log').text === 'json' ? 'json' : 'text',
      hasAccessLog: textOf('access-log').text === 'on',
      drainMs: Number(drain.text),
    },
  };
}
