import { expect, test } from 'vitest';
import { viewerLimits } from '../../../../server/store/viewer-limits.ts';
import type { ApiCommand } from '../../../../shared/wire/api-calls.ts';
import { apiCalls } from '../../../../shared/wire/api-calls.ts';
import { parseApiReply } from '../support/api-reply.ts';
import { bundledMediaDir } from '../support/media-samples.ts';
import { rawRequest } from '../support/raw-request.ts';
import { requestContext as context } from '../support/request-context.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';
import { openStore, storePlace } from '../support/store-place.ts';

const dayMs = 86_400_000;

async function call(
  server: TestServer,
  command: ApiCommand,
  fields: object,
  headers: Record<string, string> = {},
) {
  const reply = await rawRequest(server.embed, `/youtubei/v1/${apiCalls[command].path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ context, ...fields }),
  });
  return { ...reply, json: parseApiReply(reply.body, apiCalls[command].path) };
}
const as = (viewer: string) => ({ 'X-Visitor-Id': viewer });
/** The tokens of these tests are the operator's own. */
const isFeedbackTokenUnencrypted = true;

const tables = [
  'viewers',
  'subscriptions',
  'feedback',
  'notification_preferences',
  'playlist_edits',
];
const add = { action: 'ACTION_ADD_VIDEO', addedVideoId: 'offstage004' };
const tokens = (name: string, count: number, chars: number) =>
  Array.from({ length: count }, (_, n) => `${name}-${n}-`.padEnd(chars, 'x'));

test.each([
  ['subscribe', { channelIds: ['UC1'] }],
  ['unsubscribe', { channelIds: ['UC1'] }],
  ['feedback', { feedbackTokens: ['t'], isFeedbackTokenUnencrypted: true }],
  ['modifyNotificationPreference', { params: 'p' }],
  ['editPlaylist', { playlistId: 'WL', actions: [add] }],
] as const)(
  '%s without a visitor id is refused with a code, and stores nothing [attack-M6]',
  async (command, fields) => {
    const place = await storePlace();
    const server = await startTestServer(place.options);
    for (const headers of [{}, { 'X-Bootstrap-Logged-In': 'true' }] as Record<string, string>[]) {
      const { status, json } = await call(server, command, fields, headers);
      expect(status).toBe(400);
      expect(json.error).toEqual({
        code: 'NO_VISITOR_ID',
        message:
          'This call reads or changes a viewer’s data and needs X-Visitor-Id; send it with the viewer’s consent.',
      });
    }
    expect((await call(server, command, fields, { 'X-Visitor-Id': '' })).json.error.code).toBe(
      'BAD_VISITOR_ID',
    );
    for (const table of tables) expect(await place.sql(`SELECT * FROM ${table}`)).toEqual([]);
  },
);

test('share panels, datasync ids and the player’s own calls need no visitor id', async () => {
  const server = await startTestServer({ mediaDir: bundledMediaDir });
  expect(
    (await call(server, 'getSharePanel', { serializedSharedEntity: 'v=offstage001' })).status,
  ).toBe(200);
  expect((await rawRequest(server.embed, '/getDatasyncIdsEndpoint')).status).toBe(200);
  const body = JSON.stringify({ context, videoId: 'offstage001' });
  expect(
    (await rawRequest(server.embed, '/youtubei/v1/player', { method: 'POST', body })).status,
  ).toBe(200);
});

test('repeated feedback keeps the newest, within the room of one viewer [attack-M6]', async () => {
  const place = await storePlace();
  const server = await startTestServer({ ...place.options, isTelemetryOn: false });
  for (let round = 0; round < 12; round++) {
    const feedbackTokens = tokens(`r${round}`, 20, 3_000);
    expect(
      (await call(server, 'feedback', { feedbackTokens, isFeedbackTokenUnencrypted }, as('ann')))
        .status,
    ).toBe(200);
  }
  const rows = await place.sql('SELECT token FROM feedback ORDER BY "row"');
  const chars = rows.reduce((sum, { token }) => sum + String(token).length, 0);
  expect(chars).toBeGreaterThan(viewerLimits.viewerBytes.value / 2);
  expect(chars).toBeLessThan(viewerLimits.viewerBytes.value);
  expect(rows.at(-1)?.token).toMatch(/^r11-19-/);
  expect(rows[0]?.token).toMatch(/^r8-/);
});

test('changes beyond the room of one viewer are refused, and the viewer keeps the stored ones', async () => {
  const place = await storePlace();
  const server = await startTestServer(place.options);
  await call(
    server,
    'feedback',
    { feedbackTokens: ['before'], isFeedbackTokenUnencrypted },
    as('ann'),
  );
  const { status, json } = await call(
    server,
    'feedback',
    { feedbackTokens: tokens('t', 200, 4_000), isFeedbackTokenUnencrypted },
    as('ann'),
  );
  expect(status).toBe(413);
  expect(json.error).toEqual({
    code: 'VIEWER_FULL',
    message:
      'This viewer has reached the limit for subscriptions, preferences, edits and feedback; remove some first.',
  });
  expect(await place.sql('SELECT token FROM feedback')).toEqual([{ token: 'before' }]);
});

test('a viewer’s subscriptions, preferences and edits have one common limit; removals make room, and feedback is dropped first', async () => {
  const place = await storePlace();
  const server = await startTestServer(place.options);
  const channels = (n: number) =>
    Array.from({ length: 200 }, (_, index) => `UC${n}-${index}`.padEnd(200, 'x'));
  await call(
    server,
    'feedback',
    { feedbackTokens: tokens('t', 20, 4_000), isFeedbackTokenUnencrypted },
    as('ann'),
  );
  const statuses = [];
  for (let n = 0; n < 4; n++)
    statuses.push((await call(server, 'subscribe', { channelIds: channels(n) }, as('ann'))).status);
  expect(statuses).toEqual([200, 200, 200, 413]);
  expect(Number((await place.sql('SELECT count(*) AS n FROM feedback'))[0]?.n)).toBeLessThan(5);
  const edit = { playlistId: 'WL', actions: [add] };
  const preference = { params: 'p'.repeat(4_000), secondaryParams: 'q'.repeat(4_000) };
  for (let n = 0; n < 4; n++)
    await call(
      server,
      'modifyNotificationPreference',
      { ...preference, params: `${n}${preference.params.slice(1)}` },
      as('ann'),
    );
  const last = await call(server, 'modifyNotificationPreference', preference, as('ann'));
  expect(last).toMatchObject({ status: 413, json: { error: { code: 'VIEWER_FULL' } } });
  // Bob has room of his own.
  expect((await call(server, 'editPlaylist', edit, as('bob'))).status).toBe(200);
  expect((await call(server, 'unsubscribe', { channelIds: channels(0) }, as('ann'))).status).toBe(
    200,
  );
  expect((await call(server, 'modifyNotificationPreference', preference, as('ann'))).status).toBe(
    200,
  );
});

test('only the last edit of each video in a list is stored, so that toggling it takes no room', async () => {
  const place = await storePlace();
  const server = await startTestServer(place.options);
  const remove = { action: 'ACTION_REMOVE_VIDEO_BY_VIDEO_ID', removedVideoId: 'offstage004' };
  for (let round = 0; round < 5; round++)
    for (const action of [add, remove])
      await call(server, 'editPlaylist', { playlistId: 'WL', actions: [action] }, as('ann'));
  expect(await place.sql('SELECT action FROM playlist_edits')).toEqual([
    { action: JSON.stringify(remove) },
  ]);
  const { json } = await call(
    server,
    'editPlaylist',
    { playlistId: 'WL', actions: [add, remove, add] },
    as('ann'),
  );
  expect(json.videoIds).toEqual(['offstage004']);
});

test('a client that invents viewer ids gets a Retry-After, and known viewers of the same network do not [attack-M6]', async () => {
  const place = await storePlace();
  let nowMs = 20_000 * dayMs;
  const server = await startTestServer(place.options, () => nowMs);
  const most = viewerLimits.newViewersPerHour.value;
  const subscribe = (viewer: string) =>
    call(server, 'subscribe', { channelIds: ['UC1'] }, as(viewer));
  for (let n = 0; n < most; n++) expect((await subscribe(`v${n}`)).status).toBe(200);
  const refused = await subscribe('one-more');
  expect(refused).toMatchObject({ status: 429, json: { error: { code: 'TOO_MANY_VIEWERS' } } });
  expect(Number(refused.headers['retry-after'])).toBe(3_600 / most);
  expect((await subscribe('v0')).status).toBe(200);
  expect(await place.sql('SELECT count(*) AS n FROM viewers')).toEqual([{ n: most }]);
  nowMs += (3_600_000 / most) * 1.5;
  expect((await subscribe('one-more')).status).toBe(200);
  expect((await subscribe('two-more')).status).toBe(429);
});

test('when the room of all viewers is used up nothing grows, and removing still works', async () => {
  const place = await storePlace();
  const server = await startTestServer(place.options);
  await call(server, 'subscribe', { channelIds: ['UC1'] }, as('ann'));
  await place.sql(`UPDATE totals SET viewer_bytes = ${viewerLimits.totalBytes.value}`);
  const refused = await call(server, 'subscribe', { channelIds: ['UC2'] }, as('bob'));
  expect(refused).toMatchObject({ status: 507, json: { error: { code: 'VIEWERS_FULL' } } });
  expect(await place.sql('SELECT viewer FROM viewers')).toEqual([{ viewer: 'ann' }]);
  expect(
    (await call(server, 'unsubscribe', { channelIds: ['UC1'] }, as('ann'))).json.channelIds,
  ).toEqual([]);
});

test('the store knows the room of each viewer and of all, after any additions and removals', async () => {
  const place = await storePlace();
  const server = await startTestServer(place.options);
  const bytes = async () => {
    const [viewers] = await place.sql('SELECT coalesce(sum(bytes), 0) AS n FROM viewers');
    const [totals] = await place.sql('SELECT sum(viewer_bytes) AS n FROM totals');
    expect(Number(totals?.n)).toBe(Number(viewers?.n));
    return Number(totals?.n);
  };
  await call(server, 'subscribe', { channelIds: ['UC1'] }, as('ann'));
  // A row of the viewer and one of the subscription, with its texts.
  expect(await bytes()).toBe(100 + 'ann'.length + 100 + 'UC1'.length);
  await call(server, 'feedback', { feedbackTokens: ['é'], isFeedbackTokenUnencrypted }, as('bob'));
  expect(await bytes()).toBe(406 - 200 + 200 + 'bob'.length + 2);
  await call(server, 'unsubscribe', { channelIds: ['UC1'] }, as('ann'));
  expect(await bytes()).toBe(103 + 205);
});

test('a viewer’s data expires 180 days after the last visit, with telemetry off and without --keep-days too', async () => {
  const place = await storePlace();
  const store = await openStore(place);
  const start = 20_000 * dayMs;
  await store.maintain({ nowMs: start, upMs: 0, keepDays: null });
  const change = (viewer: string, nowMs = start) => ({ viewer, nowMs, mayAdd: () => true });
  for (const viewer of ['ann', 'bob', 'cleo']) {
    await store.viewers.subscribe({ ...change(viewer), fields: { channelIds: ['UC1'] } });
    await store.viewers.addFeedback({ ...change(viewer), fields: { feedbackTokens: ['t'] } });
    await store.viewers.setPreference({ ...change(viewer), fields: { params: 'p' } });
    await store.viewers.editPlaylist({
      ...change(viewer),
      fields: {
        playlistId: 'WL',
        actions: [{ action: 'ACTION_ADD_VIDEO', addedVideoId: 'offstage004' }],
      },
    });
  }
  // Bob changes nothing more, but comes back to look; Cleo changes something.
  const look = {
    viewer: 'bob',
    version: null,
    channelId: 'UC1',
    videoId: 'offstage004',
    nowMs: start + 100 * dayMs,
  };
  expect(await store.viewers.relationTo(look)).toMatchObject({ value: { isSubscribed: true } });
  await store.viewers.unsubscribe({
    ...change('cleo', start + 100 * dayMs),
    fields: { channelIds: ['UC9'] },
  });
  const later = { nowMs: start + 181 * dayMs, upMs: 181 * dayMs, keepDays: null };
  const expired: unknown[] = [];
  await store.maintain({ ...later, onExpired: (one) => expired.push(one) });
  expect(expired).toMatchObject([{ viewers: 1, documents: 0 }]);
  for (const table of tables)
    expect(await place.sql(`SELECT viewer FROM ${table} ORDER BY viewer`)).toEqual([
      { viewer: 'bob' },
      { viewer: 'cleo' },
    ]);
  const [viewers] = await place.sql('SELECT sum(bytes) AS n FROM viewers');
  const [totals] = await place.sql('SELECT sum(viewer_bytes) AS n FROM totals');
  expect(Number(totals?.n)).toBe(Number(viewers?.n));
});

test('an upgraded store knows the room of its viewers, and starts their expiry again', async () => {
  const place = await storePlace();
  const first = await openStore(place);
  const change = { viewer: 'ann', nowMs: Date.now(), mayAdd: () => true };
  await first.viewers.subscribe({
    ...change,
    fields: { channelIds: ['UC1', 'UC2'], siloName: 'é' },
  });
  await first.viewers.addFeedback({
    ...change,
    fields: { feedbackTokens: ['t'], feedbackContext: { cpn: 'c' } },
  });
  await first.viewers.setPreference({ ...change, fields: { params: 'p', secondaryParams: 'ALL' } });
  const actions = [{ action: 'ACTION_ADD_VIDEO' as const, addedVideoId: 'offstage004' }];
  await first.viewers.editPlaylist({ ...change, fields: { playlistId: 'WL', actions } });
  const [before] = await place.sql('SELECT bytes FROM viewers');
  await first.close();
  // As it was before the step that added them.
  await place.sql('DROP TABLE store_clock');
  for (const column of ['seen_ms', 'bytes'])
    await place.sql(`ALTER TABLE viewers DROP COLUMN ${column}`);
  await place.sql('ALTER TABLE totals DROP COLUMN viewer_bytes');
  const isPostgres = process.env.OFFSTAGE_TEST_STORE === 'postgres';
  await place.sql(isPostgres ? 'UPDATE store_version SET version = 2' : 'PRAGMA user_version = 8');
  const startMs = Date.now();
  await openStore(place);
  const [after] = await place.sql('SELECT bytes, seen_ms FROM viewers');
  expect(after?.bytes).toEqual(before?.bytes);
  expect(Number(after?.seen_ms)).toBeGreaterThan(startMs - 60_000);
  const [totals] = await place.sql('SELECT sum(viewer_bytes) AS n FROM totals');
  expect(Number(totals?.n)).toBe(Number(after?.bytes));
});
