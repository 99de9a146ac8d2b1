import { expect, test } from 'vitest';
import { runList } from '../../../../server/cli/run-list.ts';
import { probePool } from '../../../../server/library/probing/probe-pool.ts';
import { scanLibrary } from '../../../../server/library/scan-library.ts';
import { until } from '../../../support/until.ts';
import { endlessWebm, slowMpd, slowPlaylist } from '../support/hostile-media.ts';
import { sampleMp4 } from '../support/media-samples.ts';
import { openTestLibrary, testPool } from '../support/open-test-library.ts';
import { runCommand } from '../support/run-command.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';

/** Each keeps its parser busy, forever or for seconds. */
const blocking = {
  'zeros.webm': endlessWebm(),
  'commas.m3u8': slowPlaylist(),
  'comments.mpd': slowMpd,
};

test('files that block their parser cannot be played, are listed with the reason, do not affect others, and are read again only after they change [attack-H3]', async () => {
  const mediaDir = tempDirectory({ ...blocking, 'good.mp4': sampleMp4 });
  const pool = testPool({ firstCpuMs: 50, cpuMs: 300 });
  const read: string[] = [];
  const counting: typeof pool = {
    ...pool,
    run: (job) => {
      read.push(job.mediaPath);
      return pool.run(job);
    },
  };
  const { rescan, library, statuses, warnings } = await openTestLibrary(mediaDir, {
    pool: counting,
  });
  await until(() => rescan().then(() => library.pendingCount === 0));
  const names = Object.keys(blocking);
  expect(statuses()).toEqual({
    ...Object.fromEntries(names.map((name) => [name.replace(/\..*/, ''), 'UNPLAYABLE'])),
    good: 'OK',
  });
  expect(library.warnings.toSorted()).toEqual(
    names
      .map((name) => `${name}: cannot be played, reading it takes more than 0.3 s of CPU time.`)
      .toSorted(),
  );
  expect(warnings.length).toBeLessThanOrEqual(names.length);
  await rescan();
  await rescan();
  expect(read.toSorted()).toEqual([...names, 'good.mp4'].toSorted());
});

test('a file that needs more memory than a thread has cannot be played, and the next one is read', async () => {
  const segments = Array.from({ length: 100_000 }, (_, index) => `#EXTINF:2,\n${index}.ts`);
  const mediaDir = tempDirectory({
    'bad.m3u8': ['#EXTM3U', '#EXT-X-TARGETDURATION:2', ...segments, '#EXT-X-ENDLIST', ''].join(
      '\n',
    ),
    'good.mp4': sampleMp4,
  });
  const pool = testPool({ memoryMb: 24, cpuMs: 60_000, firstCpuMs: 60_000, threadCount: 1 });
  const { rescan, library, statuses } = await openTestLibrary(mediaDir, { pool });
  await until(() => rescan().then(() => library.pendingCount === 0));
  expect(statuses()).toEqual({ bad: 'UNPLAYABLE', good: 'OK' });
  expect(library.warnings).toEqual([
    'bad.m3u8: cannot be played, reading it takes more than 24 MB of memory.',
  ]);
});

test('a server with a thousand endless films listens, names those being read, and plays a requested one [attack-H3]', async () => {
  const bad = Array.from({ length: 1_000 }, (_, index) => [
    `bad${index}.webm`,
    endlessWebm(48 + (index % 250)),
  ]);
  const mediaDir = tempDirectory({
    ...Object.fromEntries(bad),
    'z.mp4': sampleMp4,
    'z.json': '{"id":"goodvideo01"}',
  });
  const server = await startTestServer({ mediaDir });
  const playability = async (id: string) => {
    const page = await (await fetch(`${server.embed}/embed/${id}`)).text();
    return JSON.parse(/id="page-config">([^<]*)</.exec(page)?.[1] ?? '{}').playerResponse
      .playabilityStatus;
  };
  expect(server.library.videos.size).toBe(1_001);
  expect(server.library.pendingCount).toBeGreaterThan(900);
  expect(await playability('goodvideo01')).toMatchObject({
    reason: expect.stringContaining('still reading this video'),
  });
  // The request has moved it to the head of the queue.
  await until(async () => {
    await server.rescanLibrary();
    return (await playability('goodvideo01')).status === 'OK';
  });
  expect(server.library.pendingCount).toBeGreaterThan(900);
  expect(server.errors).toEqual([]);
});

test('a start stops waiting once one film needs a second attempt', async () => {
  const mediaDir = tempDirectory({ 'bad.webm': endlessWebm() });
  const pool = testPool({ cpuMs: 60_000 });
  const slow = Promise.withResolvers<string>();
  pool.onceSlow(60_000, () => slow.resolve('slow'));
  const { answer } = pool.run({ type: 'media', mediaDir, mediaPath: 'bad.webm' });
  expect(await Promise.race([slow.promise, answer])).toBe('slow');
});

test('a command that reads a library with an endless film ends, and names the film', async () => {
  const mediaDir = tempDirectory({ 'bad.webm': endlessWebm(), 'good.mp4': sampleMp4 });
  const { code, stdout, stderr } = await runCommand(runList, ['list', '--media', mediaDir]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/bad +cannot be played/);
  // On a machine that is very busy, 3 s of CPU time take longer than the other limit.
  expect(stderr).toMatch(
    /bad\.webm: cannot be played, reading it takes more than (3 s of CPU time|60 s)/,
  );
});

test('a command that is stopped does not wait for an endless film', async () => {
  const stopping = new AbortController();
  const mediaDir = tempDirectory({ 'bad.webm': endlessWebm() });
  const run = runCommand(runList, ['list', '--media', mediaDir], { signal: stopping.signal });
  stopping.abort();
  expect((await run).code).not.toBe(0);
});

test('the stored facts of a playlist have a limited size', async () => {
  const origins = Array.from(
    { length: 500 },
    (_, index) => `#EXTINF:2,\nhttps://cdn${index}.example/1.ts`,
  );
  const mediaDir = tempDirectory({
    'hosts.m3u8': ['#EXTM3U', '#EXT-X-TARGETDURATION:2', ...origins, '#EXT-X-ENDLIST', ''].join(
      '\n',
    ),
    'long.mpd': `<${'x'.repeat(100_000)}`,
  });
  const { warnings } = await scanLibrary(mediaDir);
  expect(warnings).toEqual([
    'hosts.m3u8: cannot be played, it refers to 500 other hosts, more than 100.',
    expect.stringMatching(/^long\.mpd: cannot be played, .{1,400}$/s),
  ]);
});

test('a cancelled job frees its thread for the next one', async () => {
  const mediaDir = tempDirectory({ 'bad.webm': endlessWebm(), 'good.mp4': sampleMp4 });
  for (let round = 0; round < 3; round += 1)
    probePool.run({ type: 'media', mediaDir, mediaPath: 'bad.webm' }).cancel();
  const { answer } = probePool.run<'media'>({ type: 'media', mediaDir, mediaPath: 'good.mp4' });
  expect((await answer).outcome).toMatchObject({ ok: true });
});
