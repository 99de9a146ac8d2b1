import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './project.js';

/** @typedef {import('../../server/http/cost-limit.ts').CostLimit} CostLimit */

/** @returns {Promise<string>} one row for each limit in the files of `server/limits/` */
export async function costLimitTable() {
  const folder = join(root, 'server/limits');
  const files = readdirSync(folder).filter((name) => name.endsWith('-limits.ts'));
  const rows = [];
  for (const file of files.sort()) {
    const area = file.replace('-limits.ts', '');
    for (const exported of Object.values(await import(pathToFileURL(join(folder, file)).href)))
      for (const limit of Object.values(exported)) rows.push(rowOf(area, limit));
  }
  return ['| area | at most | for each | over it |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}

/**
 * @param {string} area
 * @param {CostLimit} limit
 */
function rowOf(area, { value, bounds, scope, over }) {
  return `| ${area} | ${value.toLocaleString('en')} ${bounds} | ${scope} | ${over} |`;
}
