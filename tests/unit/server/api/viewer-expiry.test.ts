import { expect, test } from 'vitest';
import { openStore, storePlace } from '../support/store-place.ts';
import { dayMs, viewerTables } from './call-as-viewer.ts';

test('a viewer’s data expires 180 days after the last visit, with telemetry off and without --keep-days too', async () => {
  const place = await storePlace();
  const store = await openStore(place);
  const start = 20_000 * dayMs;
  await store.maintain({ nowMs: start, upMs: 0, keepDays: null });
  const change = (viewer: string, nowMs = start) => ({ viewer, nowMs, canAdd: () => true });
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
  for (const table of viewerTables)
    expect(await place.sql(`SELECT viewer FROM ${table} ORDER BY viewer`)).toEqual([
      { viewer: 'bob' },
      { viewer: 'cleo' },
    ]);
  const [viewers] = await place.sql('SELECT sum(bytes) AS n FROM viewers');
  const [totals] = await place.sql('SELECT sum(viewer_bytes) AS n FROM totals');
  expect(Number(totals?.n)).toBe(Number(viewers?.n));
});
