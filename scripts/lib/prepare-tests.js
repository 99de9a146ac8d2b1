import { ensureFirefox, ensureTestBrowsers, ensureWebKitGtk } from './ensure-browser.js';
import {
  ensureFfmpeg,
  ensurePostgres,
  ensureProxies,
  ensureReadersTools,
} from './ensure-program.js';
import { setUp } from './set-up.js';

/**
 * Installs and builds what the suites of `npm test` need.
 * @param {{ isAll?: boolean }} [options] `isAll`: also the other browsers, for `npm run test:all`
 * @returns {Promise<Record<string, string>>} environment variables that say where the machine's programs are
 * @throws an Error with one sentence when something is missing without which no suite runs
 */
export async function prepareTests({ isAll = false } = {}) {
  await setUp({ withClients: true });
  const browsers = await ensureTestBrowsers();
  if (isAll) {
    await ensureFirefox();
    await ensureWebKitGtk();
  }
  return {
    ...browsers,
    ...(await ensureProxies()),
    ...(await ensurePostgres()),
    ...(await ensureFfmpeg()),
    ...(await ensureReadersTools()),
  };
}
