import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isNumberGroup } from './limit-tables.js';
import { root } from './project.js';

/** @typedef {import('../../server/http/cost-limit.ts').CostLimit} CostLimit */

/**
 * @returns {Promise<string>} a row for each cost limit in the files `NAME-limits` of `server/`
 */
export async function costLimitTable() {
  const files = globSync('server/**/*-limits.{js,ts}', { cwd: root });
  const areas = files.map(
    (file) => /** @type {const} */ ([basename(file).replace(/-limits\..*$/, ''), join(root, file)]),
  );
  const rows = [];
  for (const [area, file] of areas.sort()) {
    for (const exported of Object.values(await import(pathToFileURL(file).href)))
      if (!isNumberGroup(exported))
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
