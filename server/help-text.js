import { isAbsolute, relative } from 'node:path';
import { optionList } from './option-list.js';

/**
 * @param {string} cwd working directory; directories below it are shown relative to it
 * @param {string} [usage] the command as the user called it
 * @returns {string} usage, and a line for each option with its default and its environment variable
 */
export function helpText(cwd, usage = 'npm start -- [options]') {
  const rows = optionList.map(({ name, placeholder, help, fallback, env }) => ({
    usage: `--${name} ${placeholder}`,
    help: `${help} (default: ${shownDefault(fallback, cwd)}; ${env})`,
  }));
  rows.push({ usage: '--help', help: 'show this text' });
  const width = Math.max(...rows.map(({ usage }) => usage.length)) + 2;
  return [
    `Usage: ${usage}`,
    '',
    'Serves the Offstage player page, its API, the log intake and a demo host page.',
    '',
    ...rows.map(({ usage, help }) => `  ${usage.padEnd(width)}${help}`),
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
