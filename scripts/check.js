import { checkSteps } from './lib/check-steps.js';
import { fail } from './lib/fail.js';
import { run } from './lib/run.js';
import { setUp } from './lib/set-up.js';

// npm run check: types, lint, unused code, size budgets.
await setUp({ withClients: true }).catch(fail);
let failed = 0;
for (const { name, command, args } of checkSteps) {
  const code = await run(command, args);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  if (code !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
