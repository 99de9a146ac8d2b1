import { mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ProbePool } from '../../../../server/library/probing/start-probe-pool.ts';
import { listedVideos } from '../../../../server/library/scan-library.ts';
import { masterPlaylist, mediaPlaylist, sampleMp4 } from '../support/media-samples.ts';
import { openTestLibrary, testPool } from '../support/open-test-library.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const secret = JSON.stringify({ private: true });

test('a sidecar that is added to a subfolder makes its video private at the next look [attack-M1]', async () => {
  const mediaDir = tempDirectory({ 'a/b/film.mp4': sampleMp4 });
  const { rescan, isOpen } = await openTestLibrary(mediaDir);
  // The first look uses the files read meanwhile, even if they have changed.
  await rescan();
  expect(isOpen('a/b/film.mp4')).toEqual([true]);
  writeFileSync(join(mediaDir, 'a/b/film.json'), secret);
  await rescan();
  expect(isOpen('a/b/film.mp4')).toEqual([false]);
});

test('a sidecar that is changed in place is read again, even with the same size and time', async () => {
  const mediaDir = tempDirectory({ 'a/film.mp4': sampleMp4, 'a/film.json': '{"private":false}' });
  const sidecar = join(mediaDir, 'a/film.json');
  const time = new Date(2026, 0, 1);
  utimesSync(sidecar, time, time);
  const { rescan, isOpen } = await openTestLibrary(mediaDir);
  await rescan();
  writeFileSync(sidecar, '{"private":true }');
  utimesSync(sidecar, time, time);
  await rescan();
  expect(isOpen('a/film.mp4')).toEqual([false]);
});

test('a running server notices a sidecar in a subfolder', async () => {
  const mediaDir = tempDirectory({ 'a/film.mp4': sampleMp4 });
  const { isOpen } = await openTestLibrary(mediaDir, { rescanEveryMs: 10 });
  writeFileSync(join(mediaDir, 'a/film.json'), secret);
  await expect.poll(() => isOpen('a/film.mp4')).toEqual([false]);
});

test('no file of a new film is served before its sidecar is read, wherever it appears [attack-M1]', async () => {
  const mediaDir = tempDirectory({
    'old.mp4': sampleMp4,
    'a/old.mp4': sampleMp4,
    'a/old.m3u8': mediaPlaylist('old.ts'),
  });
  const server = await startTestServer({ mediaDir });
  const names = ['new.mp4', 'new.jpg', 'new.en.vtt', 'new.m3u8', 'new.m4s', 'new.webm'];
  const paths = names.flatMap((name) => [name, `a/${name}`, `a/b/${name}`]);
  mkdirSync(join(mediaDir, 'a/b'));
  for (const path of paths) writeFileSync(join(mediaDir, path), sampleMp4);
  for (const path of paths) {
    const { status } = await fetch(`${server.embed}/media/${path}`);
    expect([path, status]).toEqual([path, 403]);
  }
  for (const folder of ['', 'a/', 'a/b/'])
    writeFileSync(join(mediaDir, `${folder}new.json`), secret);
  await server.rescanLibrary();
  const films = paths.filter((path) => /mp4|jpg|vtt/.test(path));
  for (const path of films)
    expect([path, (await fetch(`${server.embed}/media/${path}`)).status]).toEqual([path, 403]);
  expect((await fetch(`${server.embed}/media/a/old.mp4`)).status).toBe(200);
});

test('new segments of a growing stream are available at once, and not those of an ended film', async () => {
  const growing = mediaPlaylist('live/1.ts').replace('#EXT-X-ENDLIST\n', '');
  const mediaDir = tempDirectory({
    'live.m3u8': growing,
    'live/1.ts': 'segment',
    'over/over.m3u8': mediaPlaylist('1.ts'),
  });
  const { isOpen } = await openTestLibrary(mediaDir);
  expect(isOpen('live/2.ts', 'live/2.mp4', 'other/2.ts')).toEqual([true, false, false]);
  rmSync(join(mediaDir, 'live.m3u8'));
  const later = await openTestLibrary(mediaDir);
  expect(later.isOpen('over/2.ts')).toEqual([false]);
});

test('a directory without changes is not read again', async () => {
  const mediaDir = tempDirectory({
    'a/film.mp4': sampleMp4,
    'b/bad.mp4': 'none',
    'c/c.m3u8': masterPlaylist('c.ts'),
  });
  const { rescan, library } = await openTestLibrary(mediaDir);
  await rescan();
  const { videos } = library;
  await rescan();
  await rescan();
  expect(library.videos).toBe(videos);
  renameSync(join(mediaDir, 'a'), join(mediaDir, 'd'));
  await rescan();
  expect(library.videos).not.toBe(videos);
});

/** Threads that read everything but playlists, until they may. */
function poolThatWaits(pool: ProbePool) {
  const waiting: (() => void)[] = [];
  let isWaiting = false;
  return {
    pool: {
      ...pool,
      run: ((job) => {
        if (!isWaiting || !job.mediaPath.endsWith('.m3u8')) return pool.run(job);
        const answer = new Promise<void>((resolve) => waiting.push(resolve)).then(
          () => pool.run(job).answer,
        );
        return { answer, cancel() {} };
      }) as ProbePool['run'],
      onceSlow(_cpuMs: number, callback: () => void) {
        const timer = setTimeout(callback, isWaiting ? 0 : 60_000);
        return () => clearTimeout(timer);
      },
    },
    hold() {
      isWaiting = true;
    },
    goOn() {
      isWaiting = false;
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

test('while the playlist of a private film is unread, no file that may belong to it is public', async () => {
  const mediaDir = tempDirectory({
    'secret.m3u8': mediaPlaylist('parts/secret.mp4'),
    'secret.json': secret,
    'parts/secret.mp4': sampleMp4,
    'other.mp4': sampleMp4,
    'init.cmfi': 'init',
  });
  const { pool, hold, goOn } = poolThatWaits(testPool());
  hold();
  const { rescan, library, isOpen, progress } = await openTestLibrary(mediaDir, { pool });
  expect(progress).toEqual([library.pendingCount]);
  expect(isOpen('parts/secret.mp4', 'other.mp4', 'init.cmfi')).toEqual([false, false, false]);
  expect(listedVideos(library)).toEqual([]);
  const reasons = [...library.videos.values()].map(
    ({ response }) => response.playabilityStatus.reason,
  );
  expect(new Set(reasons)).toEqual(new Set([expect.stringContaining('still reading this video')]));
  goOn();
  await expect.poll(() => rescan().then(() => library.pendingCount)).toBe(0);
  expect(isOpen('parts/secret.mp4', 'other.mp4')).toEqual([false, true]);
  expect(progress.at(-1)).toBe(0);
});

test('a private film that is added to a running server stays private, and public files stay public', async () => {
  const mediaDir = tempDirectory({ 'other.mp4': sampleMp4 });
  const { pool, hold, goOn } = poolThatWaits(testPool());
  const { rescan, library, isOpen } = await openTestLibrary(mediaDir, { pool });
  const made = tempDirectory({
    'f/parts.mp4': sampleMp4,
    'f/s.m3u8': mediaPlaylist('parts.mp4'),
    'f/s.json': secret,
  });
  renameSync(join(made, 'f'), join(mediaDir, 'f'));
  hold();
  await rescan();
  expect(isOpen('other.mp4', 'f/parts.mp4', 'f/s.m3u8')).toEqual([true, false, false]);
  goOn();
  await expect.poll(() => rescan().then(() => library.pendingCount)).toBe(0);
  expect(isOpen('other.mp4', 'f/parts.mp4', 'f/s.m3u8')).toEqual([true, false, false]);
  expect(readFileSync(join(mediaDir, 'f/s.json'), 'utf8')).toBe(secret);
});
