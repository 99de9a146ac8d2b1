import { ensureTestBrowsers } from './lib/ensure-browser.js';
import { fail } from './lib/fail.js';
import { node } from './lib/project.js';
import { run } from './lib/run.js';
import { setUp } from './lib/set-up.js';

// npm run test:mutants [-- --seed N --count N --files GLOB]: changes the code in one place at a
// time, and counts how often a test fails. The exit code is 0 if enough did.
await setUp().catch(fail);
const env = await ensureTestBrowsers().catch(fail);
process.exit(await run(node, ['tests/mutants/main.ts', ...process.argv.slice(2)], { env }));
