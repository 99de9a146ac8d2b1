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
// results into README.md and docs/performance.md.
const args = process.argv.slice(2);
const { positionals, values } = parseArgs({
  args,
  strict: false,
  options: { rounds: { type: 'string' }, line: { type: 'string', multiple: true } },
});
const isWriting = values['write-readme'] === true;
const wantsLogging = positionals.length === 0 || positionals.includes('logging');
/** @type {('loggers' | 'players')[]} */
const benchPeers = ['players'];
if (wantsLogging) benchPeers.push('loggers');
await setUp({ benchPeers: isWriting ? [] : benchPeers }).catch(fail);
const browsers = await ensureChromium().catch(fail);
const wantsIntake = !isWriting && (positionals.length === 0 || positionals.includes('intake'));
const env = {
  ...browsers,
  ...(wantsIntake && (await ensurePostgres())),
};
process.exit(await run(node, ['bench/main.ts', ...args], { env }));
