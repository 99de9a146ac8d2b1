import { ensureFirefox } from './lib/ensure-browser.js';
import { fail } from './lib/fail.js';
import { run } from './lib/run.js';
import { setUp } from './lib/set-up.js';

// npm run test:firefox: the journeys of the host interface in Firefox. Not part of npm test, which stays with one browser.
await setUp().catch(fail);
const firefox = await ensureFirefox().catch(fail);
const args = ['test', '-c', 'playwright.firefox.config.ts', '--reporter=list', ...process.argv.slice(2)];
process.exit(await run('playwright', args, { env: { FIREFOX_PATH: firefox } }));
