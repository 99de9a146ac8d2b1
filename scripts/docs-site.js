import { fail } from './lib/fail.js';
import { installDependencies } from './lib/install-dependencies.js';
import { node } from './lib/project.js';
import { run } from './lib/run.js';

// npm run docs:site -- [--base /docs/] [--out DIR]: the documents as files for any web server.
await installDependencies().catch(fail);
process.exitCode = await run(node, ['docs/.vitepress/build-site.ts', ...process.argv.slice(2)]);
