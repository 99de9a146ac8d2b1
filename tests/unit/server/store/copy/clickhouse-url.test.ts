import { expect, test } from 'vitest';
import { parseClickHouseUrl } from '../../../../../server/store/copy/clickhouse-url.js';

test('an address names user, password, server and database', () => {
  expect(parseClickHouseUrl('clickhouse://me:p%40ss@events.example:9123/offstage')).toEqual({
    servers: ['http://events.example:9123'],
    username: 'me',
    password: 'p@ss',
    database: 'offstage',
    cluster: null,
  });
});

test('user, password and port may be left out', () => {
  expect(parseClickHouseUrl('clickhouse://localhost/offstage')).toMatchObject({
    servers: ['http://localhost:8123'],
    username: 'default',
    password: '',
  });
});

test('an address may name several servers, a cluster, and TLS', () => {
  expect(
    parseClickHouseUrl('clickhouse://me@one,two:9000,[::1]/offstage?cluster=events&secure=true'),
  ).toMatchObject({
    servers: ['https://one:8443', 'https://two:9000', 'https://[::1]:8443'],
    cluster: 'events',
  });
});

test.each([
  ['', 'nothing'],
  ['localhost:8123/offstage', 'no scheme'],
  ['http://localhost:8123/offstage', 'another scheme'],
  ['clickhouse://localhost', 'no database'],
  ['clickhouse:///offstage', 'no server'],
  ['clickhouse://localhost,/offstage', 'a server without a name'],
  ['clickhouse://one,two/offstage', 'several servers that are no cluster'],
  ['clickhouse://localhost,/offstage?cluster=events', 'a cluster with a server without a name'],
  ['clickhouse://localhost:x/offstage', 'a port that is no number'],
  ['clickhouse://localhost/off-stage', 'a database whose name needs quotes'],
  ['clickhouse://localhost/offstage; DROP TABLE events', 'SQL'],
  ['clickhouse://localhost/offstage?cluster=a b', 'a cluster whose name needs quotes'],
  ['clickhouse://localhost/offstage?cluster=', 'an empty cluster'],
  ['clickhouse://localhost/offstage?clustr=a', 'an unknown setting'],
  ['clickhouse://localhost/offstage?secure=yes', 'a wrong value'],
  ['clickhouse://localhost/offstage#part', 'a fragment'],
  ['clickhouse://me:%zz@localhost/offstage', 'a lone percent sign'],
])('%s is no address: %s', (text) => {
  expect(parseClickHouseUrl(text)).toBeNull();
});
