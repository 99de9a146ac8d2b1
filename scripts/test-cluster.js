import { ensureTestBrowsers } from './lib/ensure-browser.js';
import { ensurePostgres, ensureProxies } from './lib/ensure-program.js';
import { fail } from './lib/fail.js';
import { run } from './lib/run.js';
import { setUp } from './lib/set-up.js';

// npm run test:cluster: starts three PostgreSQLs, two servers and nginx on this machine. It kills
// one of each under load, and counts every acknowledged event, as docs/self-hosting/proxies.md and
// stores.md describe it.
// The project `thorough` needs the client pages.
await setUp({ withClients: true }).catch(fail);
const browsers = await ensureTestBrowsers().catch(fail);
const env = {
  ...browsers,
  ...(await ensureProxies()),
  ...(await ensurePostgres()),
};
const args = [
  'test',
  'e2e/cluster/',
  '--project=e2e',
  '--project=thorough',
  '--workers=1',
  '--reporter=list',
];
process.exit(await run('playwright', [...args, ...process.argv.slice(2)], { env }));
