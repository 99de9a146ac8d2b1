import { parseArgs } from 'node:util';
import { ensureChromium } from './lib/ensure-browser.js';
import { fail } from './lib/fail.js';
import { node } from './lib/project.js';
import { run } from './lib/run.js';
import { setUp } from './lib/set-up.js';

// npm run bench [-- part …] [--rounds N] [--quick]: what the player costs, measured in a real browser. docs/performance.md says
// how to read it.
const args = process.argv.slice(2);
const { positionals } = parseArgs({ args, strict: false, options: { rounds: { type: 'string' } } });
const withBenchPeers = positionals.length === 0 || positionals.includes('logging');
await setUp({ withBenchPeers }).catch(fail);
const chromium = await ensureChromium().catch(fail);
const env = chromium === null ? {} : { CHROMIUM_PATH: chromium };
process.exit(await run(node, ['bench/main.ts', ...args], { env }));
