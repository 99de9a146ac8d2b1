import { isAbsolute, relative } from 'node:path';
import { optionGroups } from './server-options.js';

/**
 * @param {string} cwd working directory; directories below it are shown relative to it
 * @param {string} [usage] the command as the user called it
 * @returns {string} usage, and a line for each option with its default and its environment variable
 */
export function helpText(cwd, usage = 'npm start -- [options]') {
  const groups = optionGroups.map(({ title, options }) => ({
    title,
    rows: options.map(({ name, placeholder, help, fallback, env }) => ({
      usage: `--${name} ${placeholder}`,
      help: `${help} (default: ${shownDefault(fallback, cwd)}; ${env})`,
    })),
  }));
  const usages = groups.flatMap(({ rows }) => rows.map((row) => row.usage));
  const width = Math.max(...usages.map(({ length }) => length)) + 2;
  return [
    `Usage: ${usage}`,
    '',
    'Serves the Offstage player page, its API, the log intake and a demo host page.',
    '',
    ...groups.flatMap(({ title, rows }) => [
      `${title}:`,
      ...rows.map((row) => `  ${row.usage.padEnd(width)}${row.help}`),
      '',
    ]),
    `  ${'--help'.padEnd(width)}show this text`,
    '',
    'Options take precedence over environment variables.',
  ].join('\n');
}

/**
 * @param {string} fallback
 * @param {string} cwd
 */
function shownDefault(fallback, cwd) {
  if (fallback === '') return 'none';
  if (!isAbsolute(fallback)) return fallback;
  const short = relative(cwd, fallback);
  return short.startsWith('..') ? fallback : short;
}
