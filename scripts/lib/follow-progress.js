import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

/** @typedef {import('../progress/progress-file.js').ProgressLine} ProgressLine */

/**
 * @typedef {object} Progress
 * @property {() => boolean} read reads further lines; returns whether there were any
 * @property {() => string} where the suite's current place, for people: running tests, or else
 * hooks, files, or the page that loads
 * @property {() => ProgressLine[]} running
 * @property {() => ProgressLine | null} last
 * @property {() => string | null} firstError an error outside of all tests
 */

/** The most informative kinds come first. */
const kinds = /** @type {const} */ (['test', 'hook', 'file', 'step']);

/**
 * Reads a suite's progress file while the suite writes it.
 * @param {string} file may not exist yet
 * @returns {Progress}
 */
export function followProgress(file) {
  let offset = 0;
  const decoder = new StringDecoder('utf8');
  let rest = '';
  /** @type {Map<string, ProgressLine>} entries that have started and not ended, oldest first */
  const running = new Map();
  /** @type {ProgressLine | null} */
  let last = null;
  /** @type {ProgressLine | null} */
  let page = null;
  /** @type {string | null} */
  let firstError = null;

  /** @param {string} text */
  function take(text) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      /** @type {ProgressLine} */
      const entry = JSON.parse(line);
      if (entry.kind === 'error') {
        firstError ??= entry.step;
        continue;
      }
      const key = `${entry.kind} ${entry.step}`;
      if (entry.event === 'started') running.set(key, entry);
      if (entry.event === 'ended') running.delete(key);
      // Any later entry shows that the page has loaded.
      page = entry.kind === 'page' ? entry : null;
      last = entry;
    }
    return lines.length > 0;
  }

  return {
    read() {
      if (!existsSync(file)) return false;
      const handle = openSync(file, 'r');
      try {
        let isNew = false;
        const chunk = Buffer.alloc(65_536);
        for (;;) {
          const count = readSync(handle, chunk, 0, chunk.length, offset);
          if (count === 0) return isNew;
          offset += count;
          isNew = take(decoder.write(chunk.subarray(0, count))) || isNew;
        }
      } finally {
        closeSync(handle);
      }
    },
    where() {
      for (const kind of kinds) {
        const names = [...running.values()]
          .filter((entry) => entry.kind === kind)
          .map(({ step }) => step);
        if (names.length > 0) return names.slice(0, 3).join(' and ');
      }
      if (page !== null) return `the tester page of ${page.step}, which has not loaded`;
      return last === null ? 'the runner, before its first test' : `the runner, after ${last.step}`;
    },
    running: () => [...running.values()],
    last: () => last,
    firstError: () => firstError,
  };
}
