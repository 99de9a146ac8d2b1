import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { LibraryChanges } from '../../../../server/library/library-changes.ts';
import { openLibrary } from '../../../../server/library/open-library.ts';
import { endlessPatience } from '../../../../server/library/probing/patience.ts';
import { createFactsMemory } from '../../../../server/library/probing/remember-facts.ts';
import { readingLimits } from '../../../../server/library/reading-limits.ts';
import { type Library, readLibrary } from '../../../../server/library/scan-library.ts';
import { stampLibrary } from '../../../../server/library/stamp-library.ts';
import { growingPlaylist, replaceFile } from '../support/growing-stream.ts';
import { masterPlaylist } from '../support/media-samples.ts';
import { testPool } from '../support/open-test-library.ts';
import { tempDirectory } from '../support/temp-directory.ts';

async function open(mediaDir: string) {
  const warnings: string[] = [];
  const changes: LibraryChanges[] = [];
  const opened = openLibrary(mediaDir, {
    signsAll: false,
    onVideosChange: (change) => changes.push(change),
    onChange: (fresh) => warnings.push(...fresh),
    rescanEveryMs: 0,
  });
  await opened.whenRead;
  return { ...opened, warnings, changes };
}

const detailsOf = (library: Library) =>
  [...library.videos.values()].map(({ response }) => response.videoDetails)[0];

test('a stream that another program writes is live until its end, and then a recording, without being reported as changed on each write', async () => {
  const mediaDir = tempDirectory({ 'show.m3u8': growingPlaylist({ last: 2 }) });
  const { library, rescan, changes } = await open(mediaDir);
  expect(detailsOf(library)).toMatchObject({ isLive: true, lengthSeconds: 0, holdBackSec: 6 });
  replaceFile(mediaDir, 'show.m3u8', growingPlaylist({ first: 1, last: 3 }));
  await rescan();
  expect(detailsOf(library)).toMatchObject({ isLive: true, lengthSeconds: 0 });
  expect(changes).toEqual([]);
  replaceFile(mediaDir, 'show.m3u8', growingPlaylist({ first: 1, last: 4, isEnded: true }));
  await rescan();
  expect(detailsOf(library)).toMatchObject({ isLive: false, lengthSeconds: 8 });
  expect(changes).toMatchObject([{ changed: [detailsOf(library)?.videoId] }]);
});

test('the end of a rendition ends the stream of its master', async () => {
  const mediaDir = tempDirectory({
    'show.m3u8': masterPlaylist('low/show.m3u8'),
    'low/show.m3u8': growingPlaylist({ last: 2 }),
  });
  const { library, rescan } = await open(mediaDir);
  expect(detailsOf(library)).toMatchObject({ isLive: true });
  replaceFile(mediaDir, 'low/show.m3u8', growingPlaylist({ last: 2, isEnded: true }));
  await rescan();
  expect(detailsOf(library)).toMatchObject({ isLive: false, lengthSeconds: 6 });
});

test.each([
  ['empty', ''],
  ['half written', '#EXTM3U\n#EXT-X-VERS'],
])('an %s playlist of a stream is no fault until it stays so', async (_, text) => {
  const mediaDir = tempDirectory({ 'show.m3u8': growingPlaylist({ last: 2 }) });
  const { library, rescan, warnings } = await open(mediaDir);
  writeFileSync(join(mediaDir, 'show.m3u8'), text);
  const status = () => [...library.videos.values()][0]?.response.playabilityStatus.status;
  for (let reading = 1; reading < readingLimits.brokenStreamCount; reading += 1) {
    await rescan();
    expect([status(), detailsOf(library)?.isLive, warnings]).toEqual(['OK', true, []]);
  }
  await rescan();
  expect(status()).toBe('UNPLAYABLE');
  expect(warnings).toEqual([expect.stringMatching(/^show\.m3u8: cannot be played, the playlist /)]);
  replaceFile(mediaDir, 'show.m3u8', growingPlaylist({ first: 1, last: 3 }));
  await rescan();
  expect([status(), detailsOf(library)?.isLive]).toEqual(['OK', true]);
});

test.each<Record<string, string>>([{}, { 'show.json': '{"title": "Show"}' }])(
  'a stream beside %o whose playlist is missing stays until several checks have missed it',
  async (sidecar) => {
    const mediaDir = tempDirectory({ 'show.m3u8': growingPlaylist({ last: 2 }), ...sidecar });
    const { library, rescan, changes } = await open(mediaDir);
    const isThere = () => [...library.videos.values()].some(({ response }) => response.sources[0]);
    const miss = async (checks: number) => {
      rmSync(join(mediaDir, 'show.m3u8'), { force: true });
      for (let check = 1; check <= checks; check += 1) {
        await rescan();
        expect(isThere()).toBe(check < readingLimits.brokenStreamCount);
      }
    };
    await miss(readingLimits.brokenStreamCount - 1);
    replaceFile(mediaDir, 'show.m3u8', growingPlaylist({ first: 1, last: 3 }));
    await rescan();
    expect(changes).toEqual([]);
    await miss(readingLimits.brokenStreamCount);
    expect(changes).toHaveLength(1);
  },
);

test('a stream whose playlist is back goes on while that is read', async () => {
  const mediaDir = tempDirectory({ 'show.m3u8': growingPlaylist({ last: 2 }) });
  const pool = testPool();
  let isStuck = false;
  const stopping = new AbortController();
  const opened = openLibrary(mediaDir, {
    signsAll: false,
    onChange() {},
    rescanEveryMs: 0,
    // Its waits end when the test says so.
    signal: stopping.signal,
    pool: {
      ...pool,
      run: (job) => (isStuck ? { answer: new Promise(() => {}), cancel() {} } : pool.run(job)),
    },
  });
  onTestFinished(opened.stop);
  await opened.whenRead;
  const newSegment = { asked: 'show9.ts', real: 'show9.ts' };
  isStuck = true;
  stopping.abort();
  rmSync(join(mediaDir, 'show.m3u8'));
  await opened.rescan();
  replaceFile(mediaDir, 'show.m3u8', growingPlaylist({ first: 1, last: 9 }));
  await opened.rescan();
  expect(opened.library.hasFile(newSegment)).toBe(true);
  expect(detailsOf(opened.library)?.isLive).toBe(true);
});

test('a growing stream with `live: true` is not looped as a recording', async () => {
  const mediaDir = tempDirectory({
    'show.m3u8': growingPlaylist({ last: 2 }),
    'show.json': '{"live": true}',
  });
  const { library, warnings } = await open(mediaDir);
  const [video] = library.videos.values();
  expect([video?.live, video?.response.videoDetails.isLive, warnings]).toEqual([null, true, []]);
  expect(video?.response.sources).toMatchObject([{ url: '/media/show.m3u8' }]);
});

const endedMpd = `<MPD type="static" mediaPresentationDuration="PT4S"><Period>
<AdaptationSet mimeType="video/mp4"><Representation id="v" bandwidth="5"><SegmentTemplate
timescale="1" initialization="init.m4s" media="show$Number$.m4s" startNumber="3"><SegmentTimeline>
<S t="0" d="2" r="1"/></SegmentTimeline></SegmentTemplate></Representation></AdaptationSet></Period></MPD>`;

test.each([
  ['show.m3u8', growingPlaylist({ first: 3, last: 4, isEnded: true }), 'show4.ts'],
  ['show.mpd', endedMpd, 'show4.m4s'],
])(
  '%s names its last segments, which may be newer than the list of files',
  async (name, text, lastSegment) => {
    const mediaDir = tempDirectory({ [name]: '' });
    const memory = createFactsMemory(mediaDir, testPool());
    onTestFinished(memory.close);
    const { listing, stamps } = await stampLibrary(mediaDir);
    replaceFile(mediaDir, name, text);
    const patience = endlessPatience;
    const { library } = await readLibrary(mediaDir, { memory, patience, listing, stamps });
    expect(detailsOf(library)).toMatchObject({ isLive: false, lengthSeconds: 4 });
    const has = (path: string) => library.hasFile({ asked: path, real: path });
    expect([has(lastSegment), has('show5.ts'), has('show5.m4s')]).toEqual([true, false, false]);
  },
);
