import { ensureChromium } from './lib/ensure-browser.js';
import { ensurePostgres } from './lib/ensure-program.js';
import { fail } from './lib/fail.js';
import { node } from './lib/project.js';
import { run } from './lib/run.js';
import { setUp } from './lib/set-up.js';

// npm run attack [-- ROW …] [--short]: runs every attack of docs/security.md against servers on
// this machine, and prints a line for each. The exit code is 0 if the servers repelled all of them.
await setUp().catch(fail);
const browsers = await ensureChromium().catch(fail);
const env = { ...browsers, ...(await ensurePostgres()) };
process.exit(await run(node, ['e2e/attack/main.ts', ...process.argv.slice(2)], { env }));
