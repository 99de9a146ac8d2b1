import { ensureChromium } from './lib/ensure-browser.js';
import { ensureClickHouse, ensureSwift } from './lib/ensure-databases.js';
import { fail } from './lib/fail.js';
import { node } from './lib/project.js';
import { run } from './lib/run.js';
import { setUp } from './lib/set-up.js';

// npm run soak [-- part …] [--short] [--minutes N] [--plant-leak]: plays a page for an hour and
// loads the intake, and reports whether anything grows or is lost. docs/performance.md explains the
// results.
await setUp({ withSoakTools: true }).catch(fail);
const env = await ensureChromium().catch(fail);
const parts = process.argv.slice(2).filter((argument) => /^[a-z]/.test(argument));
const programs =
  parts.length === 0 || parts.includes('sinks')
    ? { ...(await ensureClickHouse()), ...(await ensureSwift()) }
    : {};
process.exit(
  await run(node, ['bench/soak/main.ts', ...process.argv.slice(2)], {
    env: { ...env, ...programs },
  }),
);
