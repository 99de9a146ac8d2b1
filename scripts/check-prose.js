import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { proseProblems } from './lib/plain-english.js';
import { plainFolders } from './lib/plain-folders.js';
import { root } from './lib/project.js';

// Checks comments and documents for plain English: npm run check, or with folders:
// node scripts/check-prose.js worker docs
const asked = process.argv.slice(2);
const places = asked.length > 0 ? asked : plainFolders;
/** Packages, and files that programs write. */
const skipped = /(?:^|\/)(?:node_modules|shapes|dist|cache|\.temp|test-results)(?:\/|$)/;
const files = places.flatMap((place) =>
  statSync(path.join(root, place)).isFile()
    ? [place]
    : globSync(`${place}/**/*.{ts,tsx,js,css,md}`, {
        cwd: root,
        exclude: (name) => skipped.test(name),
      }),
);
let count = 0;
for (const file of files.sort()) {
  const text = readFileSync(path.join(root, file), 'utf8');
  for (const problem of proseProblems(file, text)) {
    count += 1;
    console.log(`${file}:${problem.line}: ${problem.advice}\n    ${problem.text}`);
  }
}
console.log(count === 0 ? 'Plain English in all of them.' : `${count} lines to rewrite.`);
process.exitCode = count === 0 ? 0 : 1;
