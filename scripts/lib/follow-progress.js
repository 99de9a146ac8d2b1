import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

/** @typedef {import('../progress/progress-file.js').ProgressLine} ProgressLine */

/**
 * @typedef {object} Progress
 * @property {() => boolean} read reads on, and says whether there was anything new
 * @property {() => string} where the suite stands, for people: the tests that run, or else the hooks, the files, the page that loads
 * @property {() => ProgressLine[]} running
 * @property {() => ProgressLine | null} last
 * @property {() => string | null} firstError outside of every test
 */

/** What says most about where a suite stands comes first. */
const kinds = /** @type {const} */ (['test', 'hook', 'file', 'step']);

/**
 * Reads a suite's progress file while the suite writes it.
 * @param {string} file may not be there yet
 * @returns {Progress}
 */
export function followProgress(file) {
  let offset = 0;
  const decoder = new StringDecoder('utf8');
  let rest = '';
  /** @type {Map<string, ProgressLine>} what has started and not ended, the oldest first */
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
      // The file has arrived in its page.
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
