import path from 'node:path';
import { optionList } from '../../server/options/server-options.js';
import { root } from './project.js';

/**
 * @returns {string} a row for each server option: its variable, its values, its default and its
 * effect
 */
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

/**
 * Paths are relative, so that the table is the same on every machine.
 * @param {string} fallback
 */
function shownDefault(fallback) {
  if (fallback === '') return '–';
  return `\`${path.isAbsolute(fallback) ? path.relative(root, fallback) : fallback}\``;
}
