import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeConsistencyToken } from '../../../../server/api/consistency-token.ts';
import { tokenLimits } from '../../../../server/api/token-limits.ts';
import { parseApiReply } from '../support/api-reply.ts';
import { bundledMediaDir } from '../support/media-samples.ts';
import { hostsOf, query } from '../support/postgres-database.ts';
import {
  createPostgresServer,
  endPostgresServer,
  type PostgresServer,
} from '../support/postgres-server.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

const videoId = 'offstage001';

let primary: PostgresServer;
let standby: PostgresServer;
/** Two processes of the same service. */
let writer: TestServer;
let reader: TestServer;
beforeAll(async () => {
  primary = await createPostgresServer();
  await primary.start();
  standby = await createPostgresServer({}, primary.url);
  await standby.start();
});
afterAll(async () => {
  for (const server of [standby, primary]) await endPostgresServer(server);
});

async function startBoth(): Promise<void> {
  const [replica = null] = hostsOf(standby.url);
  const options = { mediaDir: bundledMediaDir, stores: [hostsOf(primary.url)], replica };
  [writer, reader] = await Promise.all([startTestServer(options), startTestServer(options)]);
}

/** From now on the standby shows no new commits. */
const holdBack = () => query(standby.url, 'SELECT pg_wal_replay_pause()');
const catchUp = () => query(standby.url, 'SELECT pg_wal_replay_resume()');

interface Jar {
  encryptedTokenJarContents: string;
  expirationSeconds: number;
}

async function post(
  server: TestServer,
  path: string,
  viewer: string,
  fields: object,
  jars: Jar[] = [],
) {
  const reply = await rawRequest(server.embed, `/youtubei/v1/${path}?alt=json`, {
    method: 'POST',
    headers: { 'X-Visitor-Id': viewer, 'X-Bootstrap-Logged-In': 'true' },
    body: JSON.stringify({
      context: {
        client: { clientName: 'TEST', clientVersion: '1', hl: 'en' },
        user: { enableSafetyMode: false, lockedSafetyMode: false },
        request: { consistencyTokenJars: jars },
        adSignalsInfo: { params: [] },
        clickTracking: {},
      },
      ...fields,
    }),
  });
  expect(reply.status).toBe(200);
  return parseApiReply(reply.body, path);
}

/** Adds the video to the viewer's list. @returns the token of that write */
async function add(viewer: string): Promise<Jar> {
  const actions = [{ action: 'ACTION_ADD_VIDEO', addedVideoId: videoId }];
  const reply = await post(writer, 'browse/edit_playlist', viewer, { playlistId: 'WL', actions });
  return reply.responseContext.consistencyTokenJar;
}

const sees = async (viewer: string, ...jars: Jar[]): Promise<boolean> =>
  (await post(reader, 'player', viewer, { videoId }, jars)).viewer.isInWatchLater;

const jarOf = (encryptedTokenJarContents: string): Jar => ({
  encryptedTokenJarContents,
  expirationSeconds: 60,
});

test('after a write, a read with its token sees the write, even from another process with a lagging replica [spec-7.19]', async () => {
  await startBoth();
  await holdBack();
  const jar = await add('ann');
  // From the replica: the primary, which is asked while the replica is late, has it.
  await expect.poll(() => sees('ann')).toBe(false);
  expect(await sees('ann', jar)).toBe(true);
  await catchUp();
  await expect.poll(() => sees('ann')).toBe(true);
  expect(await sees('ann', jar)).toBe(true);
});

test('a token that is forged, expired or another viewer’s is ignored', async () => {
  await startBoth();
  await holdBack();
  const jar = await add('cleo');
  const others = await add('dora');
  const now = Date.now();
  const encoded = (token: unknown) =>
    jarOf(Buffer.from(JSON.stringify(token)).toString('base64url'));
  const useless = [
    jarOf('x'),
    jarOf('=?'),
    encoded(null),
    encoded({ version: 1 }),
    encoded({ viewer: 'cleo', version: 1e300, untilMs: now + 1_000 }),
    jarOf(makeConsistencyToken('cleo', 1, now - tokenLimits.consistencySec * 1_000)),
    others,
  ];
  for (const one of useless) await expect.poll(() => sees('cleo', one)).toBe(false);
  // The valid one of several tokens counts, and one from the far future costs a query to the
  // primary.
  expect(await sees('cleo', ...useless, jar)).toBe(true);
  expect(await sees('eve', jarOf(makeConsistencyToken('eve', 1_000_000, now)))).toBe(false);
  await catchUp();
});

test('while the replica is away the primary is read', async () => {
  await startBoth();
  await standby.stop('SIGQUIT');
  await add('fred');
  expect(await sees('fred')).toBe(true);
  expect(await sees('fred')).toBe(true);
  await standby.start();
});
