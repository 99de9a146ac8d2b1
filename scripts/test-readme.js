import { ensureChromium } from './lib/ensure-browser.js';
import { ensureFfmpeg, ensureReadersTools } from './lib/ensure-program.js';
import { fail } from './lib/fail.js';
import { run } from './lib/run.js';
import { setUp } from './lib/set-up.js';

// npm run test:readme: runs every command of README.md in a fresh copy of this directory, and the
// steps of the Dockerfile one by one. It takes some minutes, because both install and build from
// scratch.
await setUp().catch(fail);
const browsers = await ensureChromium().catch(fail);
const env = {
  ...browsers,
  ...(await ensureFfmpeg()),
  ...(await ensureReadersTools()),
};
const args = ['test', '--project=first minutes', '--workers=1', '--reporter=list'];
process.exit(await run('playwright', [...args, ...process.argv.slice(2)], { env }));
