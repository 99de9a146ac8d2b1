import { readFileSync } from 'node:fs';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { docsBlocks } from '../../e2e/cluster/support/docs-blocks.ts';
import { readCompose, serviceOf } from '../../e2e/support/read-compose.ts';
import { optionList } from '../../server/options/server-options.js';

const storeFile = 'packaging/cluster/store.yaml';
const serversFile = 'packaging/cluster/servers.yaml';
const [etcdBlock = '', patroniBlock = ''] = docsBlocks('cluster', 'Three machines', 'ini');
const [storeBlock = '', serversBlock = ''] = docsBlocks('cluster', 'With Docker Compose', 'ini');

/** @param text lines `NAME=value`, and comments */
function readSettings(text: string): Record<string, string> {
  const lines = text.trim().split('\n');
  return Object.fromEntries(
    lines
      .filter((line) => !line.startsWith('#'))
      .map((line) => {
        const [name = '', ...value] = line.split('=');
        return [name, value.join('=')];
      }),
  );
}

test('a store’s machine in containers has the documented settings of one without Docker', () => {
  const services = readCompose(storeFile, readSettings(storeBlock));
  expect(serviceOf(services, 'etcd').environment).toEqual(readSettings(etcdBlock));
  expect(serviceOf(services, 'patroni').environment).toEqual(readSettings(patroniBlock));
});

test.each(['NAME', 'ADDRESS', 'PG1', 'PG2', 'PG3', 'SUPERUSER_PASSWORD', 'REPLICATION_PASSWORD'])(
  'a store’s machine without %s in .env does not start, and Compose names it',
  (name) => {
    const without = { ...readSettings(storeBlock), [name]: '' };
    expect(() => readCompose(storeFile, without)).toThrow(name);
  },
);

test('the documented .env of a server has all that its file needs, and options that the server knows', () => {
  const { environment } = serviceOf(
    readCompose(serversFile, readSettings(serversBlock)),
    'offstage',
  );
  expect(environment).toMatchObject(readSettings(serversBlock));
  expect(optionList.map(({ env }) => env)).toEqual(
    expect.arrayContaining(Object.keys(environment)),
  );
});

test('the image of a store has the documented packages', () => {
  const image = readFileSync('packaging/cluster/Dockerfile', 'utf8');
  expect(validate(image)).toEqual([]);
  const [install = ''] = docsBlocks('cluster', 'Three machines', 'sh');
  const packagesIn = (text: string) =>
    /apt-get install ((?:-\S+ )*)([^\n\\&]+)/.exec(text)?.[2]?.trim();
  expect(packagesIn(image)).toBe('postgresql patroni etcd-server etcd-client');
  expect(packagesIn(install)).toBe(packagesIn(image));
});
