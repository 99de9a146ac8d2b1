import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { typedLockfiles } from './lib/install-dependencies.js';
import { root } from './lib/project.js';
import { run } from './lib/run.js';

// The types of npm run check: the compiler checks again only what has changed since it last passed.
// It goes by the times of files, and npm keeps the times of a package's publication, so other
// packages are a reason to check all. So is an error: a file of an earlier commit may cause it.
const passed = path.join(root, '.tsbuild/packages.txt');
const hash = createHash('sha256');
for (const lockfile of typedLockfiles) hash.update(readFileSync(lockfile));
const packages = hash.digest('hex');
const isSame = existsSync(passed) && readFileSync(passed, 'utf8') === packages;

const hasPassed = isSame && (await run('tsc', ['-b'], { quiet: true })) === 0;
const code = hasPassed ? 0 : await run('tsc', ['-b', '--force']);
if (code === 0) writeFileSync(passed, packages);
process.exit(code);
