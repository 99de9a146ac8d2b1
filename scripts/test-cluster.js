import { ensureTestBrowsers } from './lib/ensure-browser.js';
import { ensureClickHouse, ensureClusterPrograms } from './lib/ensure-databases.js';
import { ensurePostgres, ensureProxies } from './lib/ensure-program.js';
import { fail } from './lib/fail.js';
import { run } from './lib/run.js';
import { setUp } from './lib/set-up.js';

// npm run test:cluster: two stores of three machines each, with Patroni and etcd, three servers and
// nginx, as docs/self-hosting/cluster.md and proxies.md describe them, all on this machine. It
// kills, stops and separates them under load, and counts every acknowledged event. The same with a
// cluster of ClickHouse, and its statements once more on a current version.
// The project `thorough` needs the client pages.
await setUp({ withClients: true, withClickHouse: true }).catch(fail);
const browsers = await ensureTestBrowsers().catch(fail);
const env = {
  ...browsers,
  ...(await ensureProxies()),
  ...(await ensurePostgres()),
  ...(await ensureClickHouse()),
  ...(await ensureClusterPrograms()),
};
const args = [
  'test',
  'e2e/cluster/',
  'e2e/clickhouse/',
  '--project=e2e',
  '--project=thorough',
  '--workers=1',
  '--reporter=list',
];
process.exit(await run('playwright', [...args, ...process.argv.slice(2)], { env }));
