import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fail } from './lib/fail.js';
import { packTarball } from './lib/pack-tarball.js';
import { root } from './lib/project.js';
import { setUp } from './lib/set-up.js';

// npm run pack: builds the npm packages as tarballs in dist/packages/ (docs/publishing.md).
const packagesDir = path.join(root, 'dist/packages');

await pack().catch(fail);

async function pack() {
  await setUp();
  // It imports the compiler's tools, which may just have been installed.
  const { writeServerPackage } = await import('./lib/pack-server.js');
  rmSync(packagesDir, { recursive: true, force: true });
  mkdirSync(packagesDir, { recursive: true });
  const serverDir = path.join(packagesDir, 'offstage');
  await writeServerPackage(serverDir);
  for (const directory of [serverDir, path.join(root, 'dist/sdk/package')])
    console.log(path.relative(process.cwd(), await packTarball(directory, packagesDir)));
  rmSync(serverDir, { recursive: true });
}
