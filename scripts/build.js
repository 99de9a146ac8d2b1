import { buildPages } from './lib/build-pages.js';
import { fail } from './lib/fail.js';
import { installDependencies } from './lib/install-dependencies.js';

// npm run build: dist/page and dist/demo.
await installDependencies().catch(fail);
await buildPages().catch(fail);
