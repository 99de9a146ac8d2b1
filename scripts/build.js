import { fail } from './lib/fail.js';
import { setUp } from './lib/set-up.js';

// npm run build: builds dist/.
await setUp().catch(fail);
