import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * A line of a suite's progress. `started` and `ended` name the same step; `noted` is a moment
 * without an end.
 * @typedef {object} ProgressEvent
 * @property {'started' | 'ended' | 'noted'} event
 * @property {'file' | 'test' | 'hook' | 'step' | 'page' | 'error'} kind `error`: outside of every
 * test
 * @property {string} step such as "tests/unit/a.test.ts › adds"; for an error, its sentence
 */

/** @typedef {ProgressEvent & { atMs: number }} ProgressLine */

/**
 * The first lines of an error and of its causes.
 * @param {{ message?: string, cause?: unknown }} error
 * @returns {string}
 */
export function errorSentence({ message = '', cause }) {
  const [line = ''] = stripVTControlCharacters(message).trim().split('\n');
  const why = cause instanceof Object ? errorSentence(cause) : '';
  return [line, why].filter((part) => part !== '').join(' ');
}

/**
 * Opens the file for a runner's reporter, named by `runSuite` in the environment; null when a
 * person runs the suite by hand.
 * @returns {{ note: (event: ProgressEvent) => void, stallDir: string } | null}
 */
export function openProgressFile() {
  const file = process.env.OFFSTAGE_PROGRESS_FILE;
  const stallDir = process.env.OFFSTAGE_STALL_DIR;
  if (!file || !stallDir) return null;
  mkdirSync(path.dirname(file), { recursive: true });
  return {
    stallDir,
    // Written at once and in order, so that the line is not lost if the runner hangs next.
    note: (event) => appendFileSync(file, `${JSON.stringify({ atMs: Date.now(), ...event })}\n`),
  };
}
