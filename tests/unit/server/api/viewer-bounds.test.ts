import { expect, test } from 'vitest';
import { startTotals } from '../../../../server/store/totals.ts';
import { viewerLimits } from '../../../../server/store/viewer-limits.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { storePlace } from '../support/store-place.ts';
import { addAction, callAsViewer, dayMs } from './call-as-viewer.ts';

const visitorHeaders = (viewer: string) => ({ 'X-Visitor-Id': viewer });

/** The tokens of these tests are the operator's own. */
const isFeedbackTokenUnencrypted = true;

const tokens = (name: string, count: number, chars: number) =>
  Array.from({ length: count }, (_, n) => `${name}-${n}-`.padEnd(chars, 'x'));

test('repeated feedback keeps the newest, within the room of one viewer [attack-M6]', async () => {
  const place = await storePlace();
  const server = await startTestServer({ ...place.options, isTelemetryOn: false });
  for (let round = 0; round < 12; round++) {
    const feedbackTokens = tokens(`r${round}`, 20, 3_000);
    expect(
      (
        await callAsViewer(
          server,
          'feedback',
          { feedbackTokens, isFeedbackTokenUnencrypted },
          visitorHeaders('ann'),
        )
      ).status,
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
  await callAsViewer(
    server,
    'feedback',
    { feedbackTokens: ['before'], isFeedbackTokenUnencrypted },
    visitorHeaders('ann'),
  );
  const { status, json } = await callAsViewer(
    server,
    'feedback',
    { feedbackTokens: tokens('t', 200, 4_000), isFeedbackTokenUnencrypted },
    visitorHeaders('ann'),
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
  await callAsViewer(
    server,
    'feedback',
    { feedbackTokens: tokens('t', 20, 4_000), isFeedbackTokenUnencrypted },
    visitorHeaders('ann'),
  );
  const statuses = [];
  for (let n = 0; n < 4; n++)
    statuses.push(
      (await callAsViewer(server, 'subscribe', { channelIds: channels(n) }, visitorHeaders('ann')))
        .status,
    );
  expect(statuses).toEqual([200, 200, 200, 413]);
  expect(Number((await place.sql('SELECT count(*) AS n FROM feedback'))[0]?.n)).toBeLessThan(5);
  const edit = { playlistId: 'WL', actions: [addAction] };
  const preference = { params: 'p'.repeat(4_000), secondaryParams: 'q'.repeat(4_000) };
  for (let n = 0; n < 4; n++)
    await callAsViewer(
      server,
      'modifyNotificationPreference',
      { ...preference, params: `${n}${preference.params.slice(1)}` },
      visitorHeaders('ann'),
    );
  const last = await callAsViewer(
    server,
    'modifyNotificationPreference',
    preference,
    visitorHeaders('ann'),
  );
  expect(last).toMatchObject({ status: 413, json: { error: { code: 'VIEWER_FULL' } } });
  // Bob has room of his own.
  expect((await callAsViewer(server, 'editPlaylist', edit, visitorHeaders('bob'))).status).toBe(
    200,
  );
  expect(
    (await callAsViewer(server, 'unsubscribe', { channelIds: channels(0) }, visitorHeaders('ann')))
      .status,
  ).toBe(200);
  expect(
    (await callAsViewer(server, 'modifyNotificationPreference', preference, visitorHeaders('ann')))
      .status,
  ).toBe(200);
});

test('only the last edit of each video in a list is stored, so that toggling it takes no room', async () => {
  const place = await storePlace();
  const server = await startTestServer(place.options);
  const remove = { action: 'ACTION_REMOVE_VIDEO_BY_VIDEO_ID', removedVideoId: 'offstage004' };
  for (let round = 0; round < 5; round++)
    for (const action of [addAction, remove])
      await callAsViewer(
        server,
        'editPlaylist',
        { playlistId: 'WL', actions: [action] },
        visitorHeaders('ann'),
      );
  expect(await place.sql('SELECT action FROM playlist_edits')).toEqual([
    { action: JSON.stringify(remove) },
  ]);
  const { json } = await callAsViewer(
    server,
    'editPlaylist',
    { playlistId: 'WL', actions: [addAction, remove, addAction] },
    visitorHeaders('ann'),
  );
  expect(json.videoIds).toEqual(['offstage004']);
});

test('a client that invents viewer ids gets a Retry-After, and known viewers of the same network do not [attack-M6]', async () => {
  const place = await storePlace();
  let nowMs = 20_000 * dayMs;
  const server = await startTestServer(place.options, () => nowMs);
  const most = viewerLimits.newViewersPerHour.value;
  const subscribe = (viewer: string) =>
    callAsViewer(server, 'subscribe', { channelIds: ['UC1'] }, visitorHeaders(viewer));
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
  await callAsViewer(server, 'subscribe', { channelIds: ['UC1'] }, visitorHeaders('ann'));
  // A row of another server, which a merge of the rows at this server's start cannot miss.
  const row = { writer: `'other'`, ...startTotals(), viewer_bytes: viewerLimits.totalBytes.value };
  await place.sql(
    `INSERT INTO totals (${Object.keys(row).join(', ')}) VALUES (${Object.values(row).join(', ')})`,
  );
  const refused = await callAsViewer(
    server,
    'subscribe',
    { channelIds: ['UC2'] },
    visitorHeaders('bob'),
  );
  expect(refused).toMatchObject({ status: 507, json: { error: { code: 'VIEWERS_FULL' } } });
  expect(await place.sql('SELECT viewer FROM viewers')).toEqual([{ viewer: 'ann' }]);
  expect(
    (await callAsViewer(server, 'unsubscribe', { channelIds: ['UC1'] }, visitorHeaders('ann'))).json
      .channelIds,
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
  await callAsViewer(server, 'subscribe', { channelIds: ['UC1'] }, visitorHeaders('ann'));
  // A row of the viewer and one of the subscription, with its texts.
  expect(await bytes()).toBe(100 + 'ann'.length + 100 + 'UC1'.length);
  await callAsViewer(
    server,
    'feedback',
    { feedbackTokens: ['é'], isFeedbackTokenUnencrypted },
    visitorHeaders('bob'),
  );
  expect(await bytes()).toBe(406 - 200 + 200 + 'bob'.length + 2);
  await callAsViewer(server, 'unsubscribe', { channelIds: ['UC1'] }, visitorHeaders('ann'));
  expect(await bytes()).toBe(103 + 205);
});
