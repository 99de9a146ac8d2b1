import { parseArgs } from 'node:util';
import { ensureChromium } from './lib/ensure-browser.js';
import { ensurePostgres } from './lib/ensure-program.js';
import { fail } from './lib/fail.js';
import { node } from './lib/project.js';
import { run } from './lib/run.js';
import { setUp } from './lib/set-up.js';

// npm run bench [-- part …] [--rounds N] [--quick] [--line NAME …]: measures the player's cost in a
// real browser. Only the part `network` uses the lines.
// docs/performance.md explains the results. npm run bench -- --write-readme: copies the newest
// results into README.md and docs/performance.md. npm run bench -- --gate [--plant NAME]: compares
// with the recorded figures, and fails if one got worse; --gate --record records them.
const args = process.argv.slice(2);
const { positionals, values } = parseArgs({
  args,
  strict: false,
  options: { rounds: { type: 'string' }, line: { type: 'string', multiple: true } },
});
// Neither of them needs a peer from npm.
const isAlone = values['write-readme'] === true || values.gate === true;
const isWanted = (/** @type {string} */ part) =>
  !isAlone && (positionals.length === 0 || positionals.includes(part));
/** @type {('loggers' | 'players')[]} */
const benchPeers = isAlone ? [] : ['players'];
if (isWanted('logging')) benchPeers.push('loggers');
await setUp({ benchPeers }).catch(fail);
const browsers = await ensureChromium().catch(fail);
const env = {
  ...browsers,
  ...(isWanted('intake') && (await ensurePostgres())),
};
process.exit(await run(node, ['bench/main.ts', ...args], { env }));
