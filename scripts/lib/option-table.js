import path from 'node:path';
import { optionList } from '../../server/options/server-options.js';
import { root } from './project.js';

/** @returns {string} a row for each option of the server: its variable, what that takes, what counts without it, and what it does */
export function optionTable() {
  const rows = optionList.map(
    ({ env, name, placeholder, fallback, help }) =>
      `| \`${env}\` | \`--${name}\` | ${escaped(placeholder)} | ${shownDefault(fallback)} | ${escaped(help)} |`,
  );
  return [
    '| variable | option | takes | without it | meaning |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** @param {string} text */
const escaped = (text) => text.replaceAll('|', '\\|');

/** The same on every machine. @param {string} fallback */
function shownDefault(fallback) {
  if (fallback === '') return '–';
  return `\`${path.isAbsolute(fallback) ? path.relative(root, fallback) : fallback}\``;
}
