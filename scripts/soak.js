import { ensureChromium } from './lib/ensure-browser.js';
import { fail } from './lib/fail.js';
import { node } from './lib/project.js';
import { run } from './lib/run.js';
import { setUp } from './lib/set-up.js';

// npm run soak [-- part …] [--short] [--minutes N] [--plant-leak]: plays a page for an hour and
// loads the intake, and reports whether anything grows or is lost. docs/performance.md explains the
// results.
await setUp({ withSoakTools: true }).catch(fail);
const env = await ensureChromium().catch(fail);
process.exit(await run(node, ['bench/soak/main.ts', ...process.argv.slice(2)], { env }));
