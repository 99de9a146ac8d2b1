import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { licenseNotices, shippedLicenses, shippedPackages } from '../../scripts/lib/licenses.js';
import { packageDirectories } from '../../scripts/lib/lockfiles.js';
import { rawRequest } from './server/support/raw-request.ts';
import { startTestServer, testOptions } from './server/support/start-test-server.ts';

interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  license?: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

/**
 * Tools and tests are not distributed, so more licences are allowed; none of them has conditions
 * for mere use.
 */
const usedLicenses = [
  ...shippedLicenses,
  'MIT OR Apache-2.0',
  '(Apache-2.0 AND MIT)',
  '(MPL-2.0 OR Apache-2.0)',
  '(MIT AND Zlib)',
  '(MIT OR GPL-3.0-or-later)',
  // Permissive, without conditions beyond the notice (lru-cache, of the check of the SDK's types).
  'BlueOak-1.0.0',
  // Permissive; Python's own (argparse, of the check of compose.yaml).
  'Python-2.0',
  // Data about browsers (caniuse-lite), which Babel reads for the mutation check.
  'CC-BY-4.0',
  // Layout of diagrams (elkjs), and logos that no page shows (simple-icons): both are only used to
  // build the documents.
  'EPL-2.0',
  'CC0-1.0',
  // Public domain: countries of addresses, with which the tests verify the GeoIP file.
  'PDDL-1.0',
  // Public domain (fast-sha256), with which the tests verify webhooks.
  'Unlicense',
];

/**
 * Packages whose package.json does not name their licence correctly: both are MIT by their file.
 */
const unnamedLicenses = ['dom-walk', 'player.js'];

/**
 * The first one's script asks for donations, the second one's does nothing, and the third one's
 * warns about inexact versions. None runs.
 */
const needlessScripts = ['core-js', 'chdb', 'protobufjs'];

function lockedPackages(directory: string): [name: string, locked: LockedPackage][] {
  const { packages } = JSON.parse(read(`${directory}/package-lock.json`));
  return Object.entries<LockedPackage>(packages)
    .filter(([at]) => at !== '')
    .map(([at, locked]) => [at.replace(/^.*node_modules\//, ''), locked]);
}

test('these tests cover every lockfile of the project', () => {
  const there = globSync('**/package-lock.json', { cwd: root, exclude: ['**/node_modules'] });
  const known = packageDirectories.map((directory) => join(directory, 'package-lock.json'));
  expect(there.sort()).toEqual(known.sort());
});

test.each(packageDirectories)(
  'every dependency of %s is pinned to exactly one version [threat-package-versions]',
  (directory) => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
      read(`${directory}/package.json`),
    );
    const versions = Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    });
    expect(versions).not.toEqual([]);
    expect(
      versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version))),
    ).toEqual([]);
  },
);

test.each(packageDirectories)(
  'every package of the lockfile of %s is from the registry and has a hash [threat-package-versions]',
  (directory) => {
    const odd = lockedPackages(directory).filter(
      ([, { resolved, integrity, link }]) =>
        link ||
        !/^sha512-/.test(integrity ?? '') ||
        (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')),
    );
    expect(odd).toEqual([]);
  },
);

test.each(packageDirectories)(
  'no package of %s runs an install script [threat-package-scripts]',
  (directory) => {
    expect(read(`${directory}/.npmrc`)).toMatch(/^ignore-scripts=true$/m);
    const withScript = lockedPackages(directory).filter(
      ([, { hasInstallScript }]) => hasInstallScript,
    );
    expect(
      withScript.map(([name]) => name).filter((name) => !needlessScripts.includes(name)),
    ).toEqual([]);
  },
);

test.each(packageDirectories)('the licences of the packages of %s are known', (directory) => {
  const others = lockedPackages(directory).filter(
    ([name, { license }]) =>
      !usedLicenses.includes(String(license)) && !unnamedLicenses.includes(name),
  );
  expect(others.map(([name, { license }]) => `${name}: ${license}`)).toEqual([]);
});

test('shipped packages have licences that are compatible with Apache-2.0, and the notices contain each one’s text [threat-licences]', () => {
  const shipped = shippedPackages();
  expect(shipped.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['react', 'scheduler', 'hls.js', 'hono', 'send', 'ms', 'minisearch']),
  );
  expect(shipped.map(({ name }) => name)).not.toContain('typescript');
  expect(shipped.map(({ name }) => name)).not.toContain('vite');
  expect(shipped.filter(({ license }) => !shippedLicenses.includes(license))).toEqual([]);
  const notices = licenseNotices();
  for (const { name, version } of shipped) expect(notices).toContain(`${name} ${version} (`);
  expect(notices).toContain('Permission is hereby granted, free of charge');
  expect(notices).toContain('Apache License');
  expect(notices).toContain('Mozilla Public License Version 2.0');
});

test('the server serves the notices of bundled packages', async () => {
  const { pageDir } = testOptions();
  const server = await startTestServer({ pageDir });
  // A build without them.
  expect((await rawRequest(server.embed, '/licenses.txt')).status).toBe(404);
  writeFileSync(join(pageDir, 'licenses.txt'), licenseNotices());
  const { status, headers, body } = await rawRequest(server.embed, '/licenses.txt');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body).toBe(licenseNotices());
  expect((await rawRequest(server.embed, '/')).body).toContain('href="/licenses.txt"');
});
