import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { publint } from 'publint';
import { writeServerPackage } from '../scripts/lib/pack-server.js';
import { packTarball } from '../scripts/lib/pack-tarball.js';
import { checkTypes } from './support/check-types.ts';
import { expectToServe, servePackage } from './support/packaged-server.ts';
import { root } from './support/server-process.ts';
import { thorough } from './support/thorough.ts';
import { test } from './support/worker.ts';

// Packages as `npm run pack` makes them; e2e/first-minutes/npm-packages.test.ts installs them.
const sdkDir = join(root, 'dist/sdk/package');
let base: string;
let serverDir: string;

// One worker makes the packages.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'offstage-packages-'));
  serverDir = join(base, 'offstage');
  await writeServerPackage(serverDir);
});
test.afterAll(() => rmSync(base, { recursive: true, force: true }));

const packages = { offstage: () => serverDir, '@offstage/sdk': () => sdkDir };

for (const [name, directory] of Object.entries(packages))
  test(`npm, Node and bundlers accept the package ${name}`, async () => {
    const { messages } = await publint({ pkgDir: directory(), strict: true, pack: false });
    expect(messages).toEqual([]);
  });

test('TypeScript finds the types of every entry of @offstage/sdk', async () => {
  const stdout = await checkTypes(await packTarball(sdkDir, base));
  for (const entry of ['', '/offstage-player', '/react', '/vitals', '/iframe-api.js'])
    expect(stdout).toContain(`"@offstage/sdk${entry}"`);
});

test('the package offstage contains the built server, licences, and no sources', () => {
  const files = globSync('**/*', { cwd: serverDir });
  expect(files).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'README.md',
      'dist/page/index.html',
      'dist/page/licenses.txt',
      'scripts/offstage.js',
      'server/main.js',
      'server/cli/add/run-tied.js',
      'server/pages/watch/page/watch-page.css',
      'server/pages/watch/page/watch-cards.css',
    ]),
  );
  expect(
    files.filter((file) => /(?<!\.d)\.tsx?$|\.test\.|^(src|tests|media)\b/.test(file)),
  ).toEqual([]);
  expect(files).not.toContain('dist/sdk/package');
});

test('the package offstage declares exactly what its server imports, in the versions that were tested', () => {
  const own = JSON.parse(readFileSync(join(serverDir, 'package.json'), 'utf8'));
  const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(own).toMatchObject({ version: project.version, license: 'Apache-2.0' });
  expect(own).not.toHaveProperty('private');
  expect(project.dependencies).toMatchObject(own.dependencies);
  // Read as a file, and imported by a thread, by a dialect and by a command.
  for (const name of ['@fingerprintjs/botd', 'mediabunny', 'pg', 'cli-progress'])
    expect(own.dependencies).toHaveProperty(name);
  // Only pages and their builds need these.
  for (const name of ['react', 'hls.js', 'comlink', 'vite'])
    expect(own.dependencies).not.toHaveProperty(name);
});

test('the package @offstage/sdk contains modules, a classic script and types', () => {
  const files = globSync('**/*.*', { cwd: sdkDir }).filter((file) => !file.startsWith('types/'));
  expect(files.toSorted()).toEqual([
    'README.md',
    'iframe-api.js',
    'offstage-player.js',
    'offstage.js',
    'package.json',
    'react.js',
    'sdk-config.js',
    'vitals.js',
  ]);
  expect(globSync('types/**/*.*', { cwd: sdkDir }).every((file) => file.endsWith('.d.ts'))).toBe(
    true,
  );
});

test('the server of the package offstage runs', thorough, async () => {
  const directory = mkdtempSync(join(base, 'empty-'));
  // Dependencies as npm would install them.
  symlinkSync(join(root, 'node_modules'), join(base, 'node_modules'));
  mkdirSync(join(directory, 'Videos'));
  copyFileSync(join(root, 'media/offstage002.mp4'), join(directory, 'Videos/Evening walk.mp4'));
  const command = join(serverDir, 'scripts/offstage.js');
  await using server = await servePackage(
    directory,
    process.execPath,
    command,
    '--media',
    'Videos',
  );
  await expectToServe(server, 'Evening walk');
  expect(await server.stop()).toBe(0);
});
