import { chmodSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stampFile } from '../../../../server/library/file-stamp.ts';
import { openLibrary } from '../../../../server/library/open-library.ts';
import { probePool } from '../../../../server/library/probing/probe-pool.ts';
import { createFactsMemory } from '../../../../server/library/probing/remember-facts.ts';
import { asOrdinaryUser } from '../support/as-ordinary-user.ts';
import { masterPlaylist, mediaPlaylist, sampleMp4 } from '../support/media-samples.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { tempDirectory } from '../support/temp-directory.ts';

const sidecar = (id: string, more = {}) => JSON.stringify({ id, title: id, ...more });

async function open(mediaDir: string) {
  const warnings: string[] = [];
  const opened = openLibrary(mediaDir, {
    signsAll: false,
    onChange: (fresh) => warnings.push(...fresh),
    rescanEveryMs: 0,
  });
  await opened.whenRead;
  return { ...opened, warnings, ids: () => [...opened.library.videos.keys()] };
}

/** As `add` does: made elsewhere, then moved in. */
function moveIn(mediaDir: string, name: string, id: string, more = {}): void {
  const made = join(mediaDir, '.adding-test');
  mkdirSync(made);
  writeFileSync(join(made, `${name}.mp4`), sampleMp4);
  writeFileSync(join(made, `${name}.json`), sidecar(id, more));
  renameSync(made, join(mediaDir, name));
}

test('the next look adds videos that were moved in, and removes those that are gone', async () => {
  const mediaDir = tempDirectory();
  const { rescan, ids, warnings } = await open(mediaDir);
  expect(ids()).toEqual([]);
  moveIn(mediaDir, 'film', 'video000001');
  await rescan();
  expect(ids()).toEqual(['video000001']);
  rmSync(join(mediaDir, 'film'), { recursive: true });
  await rescan();
  expect(ids()).toEqual([]);
  expect(warnings).toEqual([]);
});

test('playlists are read as they are written, and deeper files when the directory changes', async () => {
  const mediaDir = tempDirectory({ 'playlists.json': '{}' });
  moveIn(mediaDir, 'film', 'video000001');
  const { rescan, library } = await open(mediaDir);
  writeFileSync(join(mediaDir, 'playlists.json'), '{"PLmine":{"videos":["video000001"]}}');
  await rescan();
  expect([...library.playlists.keys()]).toEqual(['PLmine']);
  writeFileSync(join(mediaDir, 'film/film.json'), sidecar('video000002'));
  utimesSync(mediaDir, new Date(), new Date());
  await rescan();
  expect([...library.videos.keys()]).toEqual(['video000002']);
});

test('a file that is still being copied plays once it is complete, and is reported once', async () => {
  const mediaDir = tempDirectory();
  const { rescan, library, warnings } = await open(mediaDir);
  const file = join(mediaDir, 'film.mp4');
  writeFileSync(file, sampleMp4.subarray(0, 100));
  await rescan();
  await rescan();
  expect(warnings).toEqual([expect.stringContaining('film.mp4: cannot be played')]);
  writeFileSync(file, sampleMp4);
  await rescan();
  expect(
    [...library.videos.values()].map(({ response }) => response.playabilityStatus.status),
  ).toEqual(['OK']);
  expect(library.warnings).toEqual([]);
});

test('a directory that becomes unreadable is reported once, and its known videos stay', async () => {
  const mediaDir = tempDirectory();
  moveIn(mediaDir, 'film', 'video000001');
  const { rescan, ids, warnings } = await open(mediaDir);
  rmSync(mediaDir, { recursive: true });
  await rescan();
  await rescan();
  expect(ids()).toEqual(['video000001']);
  expect(warnings).toEqual([expect.stringContaining('the library stays unchanged')]);
});

test('unchanged files are not read twice, and a playlist is read again when its first rendition changes', async () => {
  const asked: string[] = [];
  const mediaDir = tempDirectory({
    'a.mp4': sampleMp4,
    'b.mp4': 'none',
    'c.m3u8': masterPlaylist('c/1.m3u8'),
    'c/1.m3u8': mediaPlaylist('1.ts'),
  });
  const memory = createFactsMemory(mediaDir, {
    run(job) {
      asked.push(job.mediaPath);
      return probePool.run(job);
    },
    prioritize() {},
  });
  const ask = async (mediaPath: string) => {
    const answer = await memory.ask<'media'>(
      { type: 'media', mediaPath },
      await stampFile(join(mediaDir, mediaPath)),
    );
    return 'outcome' in answer ? answer.outcome : answer.coming;
  };
  const askAll = async () => {
    for (const path of ['a.mp4', 'b.mp4', 'c.m3u8', 'gone.mp4']) await ask(path);
  };
  await askAll();
  await askAll();
  expect(asked).toEqual(['a.mp4', 'b.mp4', 'c.m3u8']);
  expect(await ask('gone.mp4')).toMatchObject({
    ok: false,
    error: { message: 'the file no longer exists' },
  });
  writeFileSync(join(mediaDir, 'a.mp4'), sampleMp4.subarray(1));
  expect(await ask('a.mp4')).toMatchObject({ ok: false });
  expect(await ask('c.m3u8')).toMatchObject({ value: { durationSeconds: 2 } });
  writeFileSync(join(mediaDir, 'c/1.m3u8'), mediaPlaylist('1.ts', '2.ts'));
  expect(await ask('c.m3u8')).toMatchObject({ value: { durationSeconds: 4 } });
  expect(asked.slice(3)).toEqual(['a.mp4', 'c.m3u8']);
});

test('a running server plays, lists and guards new videos, and serves none of their files before [threat-arriving-private]', async () => {
  const mediaDir = tempDirectory({ 'old.mp4': sampleMp4, 'old.json': sidecar('oldvideo001') });
  const server = await startTestServer({ mediaDir });
  const get = (path: string) => fetch(server.embed + path);
  const player = async (id: string) => {
    const page = await (await get(`/embed/${id}`)).text();
    return JSON.parse(/id="page-config">([^<]*)</.exec(page)?.[1] ?? '{}').playerResponse
      .playabilityStatus.status;
  };
  expect(await player('secretvideo')).toBe('ERROR');
  moveIn(mediaDir, 'secret', 'secretvideo', { private: true });
  moveIn(mediaDir, 'open', 'openvideo01');
  const early = await Promise.all([get('/media/secret/secret.mp4'), get('/media/open/open.mp4')]);
  expect(early.map(({ status }) => status)).not.toContain(200);
  await server.rescanLibrary();
  expect(await player('openvideo01')).toBe('OK');
  expect(await (await get('/')).text()).toContain('openvideo01');
  expect((await get('/media/open/open.mp4')).status).toBe(200);
  expect((await get('/media/secret/secret.mp4')).status).toBe(403);
  expect((await get('/media/old.mp4')).status).toBe(200);
  // Pages differ by the page that frames them from now on.
  expect((await get('/embed/openvideo01')).headers.get('Vary')).toContain('Referer');
});

test('the page’s policy allows the hosts that a new video needs', async () => {
  const mediaDir = tempDirectory();
  const server = await startTestServer({ mediaDir });
  const policy = async () =>
    (await fetch(`${server.embed}/embed/x`)).headers.get('Content-Security-Policy');
  expect(await policy()).not.toContain('cdn.example');
  writeFileSync(
    join(mediaDir, 'far.m3u8'),
    '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nhttps://cdn.example/1.ts\n#EXT-X-ENDLIST\n',
  );
  await server.rescanLibrary();
  expect(await policy()).toContain('https://cdn.example');
});

test('an unreadable folder, a damaged and an empty film do not affect others, and each is named with its cause', async () => {
  const mediaDir = tempDirectory({
    'good.mp4': sampleMp4,
    'empty.mp4': '',
    'damaged.mp4': 'no film',
    'closed/film.mp4': sampleMp4,
  });
  chmodSync(mediaDir, 0o755);
  chmodSync(join(mediaDir, 'closed'), 0o000);
  onTestFinished(() => chmodSync(join(mediaDir, 'closed'), 0o755));
  const { library } = await asOrdinaryUser(() => open(mediaDir));
  const statuses = [...library.videos.values()].map(
    ({ response }) => response.playabilityStatus.status,
  );
  expect(statuses.toSorted()).toEqual(['OK', 'UNPLAYABLE', 'UNPLAYABLE']);
  expect(library.warnings).toEqual([
    expect.stringMatching(
      /^closed\/: the directory cannot be read \(.*EACCES.*\); its files are left out\.$/,
    ),
    expect.stringMatching(/^damaged\.mp4: cannot be played, /),
    'empty.mp4: cannot be played, the file is empty.',
  ]);
});

test('a sidecar may name its schema for editors without a warning', async () => {
  const $schema = 'https://player.example/schemas/sidecar.json';
  const mediaDir = tempDirectory({
    'film.mp4': sampleMp4,
    'film.json': sidecar('video000001', { $schema, live: false }),
  });
  const { library, warnings } = await open(mediaDir);
  expect(JSON.stringify(library.videos.get('video000001')?.response)).not.toContain('schema');
  expect(library.videos.get('video000001')).toMatchObject({ isPrivate: false });
  expect(warnings).toEqual([]);
});
