import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { proseProblems } from './lib/plain-english.js';
import { plainFolders } from './lib/plain-folders.js';
import { root } from './lib/project.js';

// Checks comments and documents for plain English: npm run check, or with folders:
// node scripts/check-prose.js worker docs
const asked = process.argv.slice(2);
const folders = asked.length > 0 ? asked : plainFolders;
const tracked = execFileSync('git', ['ls-files', '--', ...folders], {
  cwd: root,
  encoding: 'utf8',
});
const files = tracked
  .split('\n')
  .filter((file) => /\.(?:ts|tsx|js|css|md)$/.test(file) && !file.includes('/shapes/'));
let count = 0;
for (const file of folders.length > 0 ? files : []) {
  for (const { line, text, advice } of proseProblems(
    file,
    readFileSync(path.join(root, file), 'utf8'),
  )) {
    count += 1;
    console.log(`${file}:${line}: ${advice}\n    ${text}`);
  }
}
console.log(count === 0 ? 'Plain English in all of them.' : `${count} lines to rewrite.`);
process.exitCode = count === 0 ? 0 : 1;
