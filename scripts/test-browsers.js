import { ensureFirefox, ensureWebKitGtk } from './lib/ensure-browser.js';
import { ensureProxies } from './lib/ensure-program.js';
import { fail } from './lib/fail.js';
import { findOtherBrowsers } from './lib/other-browsers.js';
import { run } from './lib/run.js';
import { setUp } from './lib/set-up.js';

// npm run test:browsers: a smoke journey in Firefox and in WebKitGTK, and the whole host interface
// in Firefox. It installs these browsers; npm test only runs the journeys in installed ones.
// Further arguments go to Playwright: --project=webkitgtk.
await setUp({ withClients: true }).catch(fail);
await ensureFirefox().catch(fail);
await ensureWebKitGtk().catch(fail);
const env = Object.assign(
  await ensureProxies(),
  ...findOtherBrowsers().map((browser) => browser.env),
);
const args = [
  'test',
  '-c',
  'e2e/browsers/playwright.config.ts',
  '--reporter=list',
  ...process.argv.slice(2),
];
process.exit(await run('playwright', args, { env }));
