import path from 'node:path';
import { ensureFirefox, ensureTestBrowsers, ensureWebKitGtk } from './ensure-browser.js';
import { ensureClickHouse, ensureClusterPrograms, ensureSwift } from './ensure-databases.js';
import {
  ensureFfmpeg,
  ensurePostgres,
  ensureProxies,
  ensureReadersTools,
} from './ensure-program.js';
import { root } from './project.js';
import { setUp } from './set-up.js';

/**
 * Installs and builds everything for the suites of `npm test`.
 * @param {{ isAll?: boolean }} [options] `isAll`: also for `npm run test:all`
 * @returns {Promise<Record<string, string>>} environment variables with the paths of the machine's
 * programs
 * @throws an Error with one sentence if something is missing that all suites need
 */
export async function prepareTests({ isAll = false } = {}) {
  await setUp({ withClients: true, withClickHouse: isAll });
  const browsers = await ensureTestBrowsers();
  if (isAll) {
    await ensureFirefox();
    await ensureWebKitGtk();
  }
  return {
    // Suites start hundreds of servers and tools, each of which would compile the same code.
    NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compiled'),
    ...browsers,
    ...(await ensureProxies()),
    ...(await ensurePostgres()),
    ...(await ensureClickHouse()),
    ...(await ensureSwift()),
    ...(await ensureFfmpeg()),
    ...(await ensureReadersTools()),
    ...(isAll ? await ensureClusterPrograms() : {}),
  };
}
