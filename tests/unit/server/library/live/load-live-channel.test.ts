import { expect, test } from 'vitest';
import { loadLiveChannel } from '../../../../../server/library/live/load-live-channel.ts';
import { bundledMediaDir, masterPlaylist, mediaPlaylist } from '../../support/media-samples.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

const tooMany = (count: number) => ({
  code: 'NO_CHANNEL',
  message: `its renditions have more than ${count} segments and parts`,
});
const playlistOf = (count: number) =>
  mediaPlaylist(...Array.from({ length: count }, () => '1.m4s'));
const load = (mediaDir: string) => loadLiveChannel(mediaDir, 'live.m3u8', false);

test('the renditions of a live stream may have 50,000 segments together', async () => {
  const mediaDir = tempDirectory({
    'live.m3u8': masterPlaylist('a.m3u8', 'b.m3u8'),
    'a.m3u8': playlistOf(25_000),
    'b.m3u8': playlistOf(25_000),
  });
  expect(await load(mediaDir)).toMatchObject({ ok: true });
});

test('reading of renditions stops once they have more than 50,000 segments', async () => {
  const mediaDir = tempDirectory({
    'live.m3u8': masterPlaylist('a.m3u8', 'b.m3u8', 'gone.m3u8'),
    'a.m3u8': playlistOf(25_000),
    'b.m3u8': playlistOf(25_001),
  });
  expect(await load(mediaDir)).toEqual({ ok: false, error: tooMany(50_000) });
});

test('the parts of a low-latency stream count beside its segments', async () => {
  const loadAtMost = (maxCount?: number) =>
    loadLiveChannel(bundledMediaDir, 'offstage007.m3u8', true, new Map(), maxCount);
  const channel = await loadAtMost();
  if (!channel.ok) throw new Error(channel.error.message);
  const segments = [...channel.value.renditions.values()].flatMap(
    (rendition) => rendition.segments,
  );
  const partCount = segments.reduce((sum, { parts = [] }) => sum + parts.length, 0);
  expect(partCount).toBeGreaterThan(segments.length);
  const count = segments.length + partCount;
  expect(await loadAtMost(count)).toMatchObject({ ok: true });
  expect(await loadAtMost(count - 1)).toEqual({ ok: false, error: tooMany(count - 1) });
});
