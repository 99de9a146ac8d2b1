import { buildPages } from './lib/build-pages.js';
import { checkSteps } from './lib/check-steps.js';
import { fail } from './lib/fail.js';
import { installDependencies } from './lib/install-dependencies.js';
import { run } from './lib/run.js';

// npm run check: types, lint, unused code, size budgets.
await installDependencies().catch(fail);
await buildPages().catch(fail);
let failed = 0;
for (const { name, command, args } of checkSteps) {
  const code = await run(command, args);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  if (code !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
