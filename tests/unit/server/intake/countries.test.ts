import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { datedSid, logBatch, logEvent } from '../support/log-batches.ts';
import { readNdjson } from '../support/ndjson.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';
import { realFile } from './geoip/real-file.ts';
import { postBatchBody } from './post-batch.ts';

/** Sends a playback as a client behind a proxy. */
const play = (server: TestServer, n: number, forwardedFor: string) => {
  const begun = { name: 'video_stats.playback', payload: { videoId: 'video-a', cpn: `cpn-${n}` } };
  const batch = { ...logBatch([logEvent(1, begun)]), sid: datedSid(0, n) };
  return postBatchBody(server, JSON.stringify(batch), { 'X-Forwarded-For': forwardedFor });
};

const countriesOf = async (server: TestServer) => {
  const rows = await readNdjson(`${server.embed}/telemetry/playbacks.ndjson`);
  return Object.fromEntries(rows.map(({ cpn, country }) => [cpn, country]));
};

test('a page load has the country of its client, as the trusted proxies name it', async () => {
  const server = await startTestServer({ geoipFile: realFile });
  await play(server, 1, '217.0.0.1');
  // The client has forged the first one, and the second is the proxy's.
  await play(server, 2, '8.8.8.8, 217.0.0.1');
  await play(server, 3, '193.0.6.139, 127.0.0.1');
  await play(server, 4, '10.0.0.1');
  await play(server, 5, '2003::1');
  expect(await countriesOf(server)).toEqual({
    ...{ 'cpn-1': 'DE', 'cpn-2': 'DE', 'cpn-3': 'NL', 'cpn-4': '', 'cpn-5': 'DE' },
  });
});

test('a sender that is no trusted proxy cannot choose its country [threat-geoip-file]', async () => {
  const server = await startTestServer({ geoipFile: realFile, trustedProxies: [] });
  await play(server, 1, '217.0.0.1');
  expect(await countriesOf(server)).toEqual({ 'cpn-1': '' });
});

test('no file of the server has an address, neither the store nor the spool, and a spooled page load keeps its country [threat-stored-people]', async () => {
  const dataDir = tempDirectory();
  const server = await startTestServer({ geoipFile: realFile, dataDir, spoolMb: 10 });
  const filesWith = (text: string) =>
    readdirSync(dataDir).filter((name) => readFileSync(join(dataDir, name)).includes(text));
  await play(server, 1, '217.0.0.1');
  const other = new DatabaseSync(join(dataDir, 'events.sqlite'), { timeout: 60_000 });
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  await play(server, 2, '217.0.0.1');
  expect(filesWith('cpn-2').every((name) => name.startsWith('spool.sqlite'))).toBe(true);
  expect(filesWith('"country":"DE"')).not.toEqual([]);
  expect(filesWith('217.0')).toEqual([]);
  other.exec('ROLLBACK');
  await expect.poll(() => countriesOf(server)).toEqual({ 'cpn-1': 'DE', 'cpn-2': 'DE' });
  expect(filesWith('217.0')).toEqual([]);
  await server.stop(0);
  expect(filesWith('217.0')).toEqual([]);
});
