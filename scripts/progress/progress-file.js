import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * A line of a suite's progress. `started` and `ended` name the same step; `noted` is a moment without an end.
 * @typedef {object} ProgressEvent
 * @property {'started' | 'ended' | 'noted'} event
 * @property {'file' | 'test' | 'hook' | 'step' | 'page' | 'error'} kind `error`: outside of every test
 * @property {string} step such as "tests/unit/a.test.ts › adds"; of an error its sentence
 */

/** @typedef {ProgressEvent & { atMs: number }} ProgressLine */

/**
 * The first line of an error, and of what caused it.
 * @param {{ message?: string, cause?: unknown }} error
 * @returns {string}
 */
export function errorSentence({ message = '', cause }) {
  const [line = ''] = stripVTControlCharacters(message).trim().split('\n');
  const why = cause instanceof Object ? errorSentence(cause) : '';
  return [line, why].filter((part) => part !== '').join(' ');
}

/**
 * Where a runner's reporter writes to, as `runSuite` says it in the environment; null when a person runs the suite by hand.
 * @returns {{ note: (event: ProgressEvent) => void, stallDir: string } | null}
 */
export function openProgressFile() {
  const file = process.env.OFFSTAGE_PROGRESS_FILE;
  const stallDir = process.env.OFFSTAGE_STALL_DIR;
  if (!file || !stallDir) return null;
  mkdirSync(path.dirname(file), { recursive: true });
  return {
    stallDir,
    // At once and in order: a runner that hangs next must not hold the line back.
    note: (event) => appendFileSync(file, `${JSON.stringify({ atMs: Date.now(), ...event })}\n`),
  };
}
