import path from 'node:path';
import { packageDirectories } from './lib/lockfiles.js';
import { root } from './lib/project.js';
import { run } from './lib/run.js';

// npm run audit: asks the registry for known vulnerabilities. Shipped packages must have none;
// tools and tests none of high severity. It is no part of npm test: the answer changes without the
// project, and not every registry gives one.
let failed = 0;
for (const directory of packageDirectories) {
  const place = ['--prefix', path.join(root, directory)];
  const audits =
    directory === '.' ? [['--omit=dev'], ['--audit-level=high']] : [['--audit-level=high']];
  for (const options of audits) {
    console.log(`npm audit ${options.join(' ')} in ${directory}`);
    if ((await run('npm', ['audit', ...place, ...options])) !== 0) failed += 1;
  }
}
if (failed > 0) console.error('Vulnerabilities found, or the audit failed: see above.');
process.exit(failed === 0 ? 0 : 1);
