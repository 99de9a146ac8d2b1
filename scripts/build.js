import { fail } from './lib/fail.js';
import { setUp } from './lib/set-up.js';

// npm run build: dist/page and dist/demo.
await setUp().catch(fail);
