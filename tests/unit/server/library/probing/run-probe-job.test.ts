import { expect, test } from 'vitest';
import { runProbeJob } from '../../../../../server/library/probing/run-probe-job.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

/** @returns why the playlist cannot be played, or `null` */
async function problemOf(playlist: string): Promise<string | null> {
  const mediaDir = tempDirectory({ 'film.m3u8': playlist });
  const { outcome } = await runProbeJob({ type: 'media', mediaDir, mediaPath: 'film.m3u8' });
  return outcome.ok ? null : outcome.error.message;
}

function playlistOf(uris: readonly string[]): string {
  const segments = uris.map((uri) => `#EXTINF:2,\n${uri}`);
  return ['#EXTM3U', '#EXT-X-TARGETDURATION:2', ...segments, '#EXT-X-ENDLIST', ''].join('\n');
}

test('a playlist may name 100,000 files', async () => {
  const uris = Array.from({ length: 100_001 }, (_, index) => `${index}.ts`);
  expect(await problemOf(playlistOf(uris.slice(1)))).toBeNull();
  expect(await problemOf(playlistOf(uris))).toBe('it refers to 100001 files, more than 100000');
});

test('a playlist may name 100 other hosts', async () => {
  const uris = Array.from({ length: 101 }, (_, index) => `https://cdn${index}.example/1.ts`);
  expect(await problemOf(playlistOf(uris.slice(1)))).toBeNull();
  expect(await problemOf(playlistOf(uris))).toBe('it refers to 101 other hosts, more than 100');
});
