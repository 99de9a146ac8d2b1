import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EncodedPiece } from '../../../../../server/cli/live/read-fragments.ts';
import { openTrackWriter, type TrackWriter } from '../../../../../server/cli/live/write-track.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

const init: EncodedPiece = { type: 'init', bytes: Buffer.from('init') };

/** A picture track of half-second fragments, in segments of two seconds. */
function openTrack(folder: string, options: { hasParts?: boolean; isRecorded?: boolean } = {}) {
  const defaults = { hasParts: false, isRecorded: false };
  return openTrackWriter({ folder, name: 'video-360p', isPicture: true, ...defaults, ...options });
}

/** One encoder, which writes this many seconds. */
async function encode(writer: TrackWriter, seconds: number, number = writer.nextSession()) {
  const session = { startMs: Date.UTC(2026, 0, 1), number };
  await writer.write(init, session);
  for (let startSec = 0; startSec < seconds; startSec += 0.5) {
    const bytes = Buffer.from(`${startSec};`);
    const isIndependent = startSec % 2 === 0;
    await writer.write(
      { type: 'fragment', bytes, startSec, durationSec: 0.5, isIndependent },
      session,
    );
  }
}

const playlistIn = (folder: string) => readFileSync(join(folder, 'video-360p.m3u8'), 'utf8');
const listedIn = (folder: string) =>
  [...playlistIn(folder).matchAll(/(?:^|")(video-360p-[\w.]+)/gm)].map(([, file = '']) => file);

test('fragments become segments that begin with a keyframe, with the time of day', async () => {
  const folder = tempDirectory();
  const writer = await openTrack(folder);
  await encode(writer, 5);
  await writer.end();
  expect(readFileSync(join(folder, 'video-360p-1.m4s'), 'utf8')).toBe('2;2.5;3;3.5;');
  expect(playlistIn(folder).split('\n').slice(5)).toEqual([
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-MAP:URI="video-360p-0.cmfv"',
    '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z',
    '#EXTINF:2.000000,',
    'video-360p-0.m4s',
    '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:02.000Z',
    '#EXTINF:2.000000,',
    'video-360p-1.m4s',
    '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:04.000Z',
    '#EXTINF:1.000000,',
    'video-360p-2.m4s',
    '#EXT-X-ENDLIST',
    '',
  ]);
});

test.each([{ hasParts: false }, { hasParts: true }])(
  'every listed file is there at any time, and only the last parts are left besides at the end, with %o',
  async (options) => {
    const folder = tempDirectory();
    const writer = await openTrack(folder, options);
    for (const seconds of [7, 3, 90, 1]) {
      await encode(writer, seconds);
      await writer.cut();
      expect(readdirSync(folder)).toEqual(expect.arrayContaining(listedIn(folder)));
    }
    await writer.end();
    const next = await openTrack(folder, options);
    await encode(next, 4.5);
    await next.end();
    const listed = listedIn(folder);
    const isPart = (file: string) => /-\d+\.\d+\.m4s$/.test(file);
    const left = readdirSync(folder);
    expect(left.filter((file) => !isPart(file)).toSorted()).toEqual(
      [...listed, 'video-360p.m3u8'].toSorted(),
    );
    // Players that are behind still fetch them.
    const partsOf = left.filter(isPart).map((file) => file.replace(/\.\d+\.m4s$/, '.m4s'));
    expect([...new Set(partsOf)].toSorted()).toEqual(
      listed.filter((file) => options.hasParts && file.endsWith('.m4s')).toSorted(),
    );
  },
);

test('a killed command goes on: a discontinuity, no file name twice, and what was listed stays', async () => {
  const folder = tempDirectory();
  const killed = await openTrack(folder, { hasParts: true, isRecorded: true });
  await encode(killed, 5);
  const before = listedIn(folder).filter((file) => !/-\d+\.\d+\./.test(file));
  expect(listedIn(folder)).toContain('video-360p-2.1.m4s');
  writeFileSync(join(folder, 'video-360p-2.1.m4s'), 'what players have');
  // Without --record: a recording that was interrupted stays one.
  const writer = await openTrack(folder, { hasParts: true });
  expect(writer.nextSession()).toBe(1);
  await encode(writer, 3);
  await writer.end();
  const after = listedIn(folder);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(playlistIn(folder)).toContain('#EXT-X-PLAYLIST-TYPE:EVENT');
  expect(playlistIn(folder)).toContain('#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="video-360p-3.cmfv"');
  expect(after.slice(before.length)).toEqual([
    'video-360p-3.cmfv',
    'video-360p-3.m4s',
    'video-360p-4.m4s',
  ]);
});

test('a session without a segment of this track counts, so that tracks stay beside each other', async () => {
  const folder = tempDirectory();
  const writer = await openTrack(folder);
  await encode(writer, 2);
  await writer.cut();
  await writer.write(init, { startMs: 0, number: 1 });
  await writer.cut();
  await encode(writer, 2, 2);
  await writer.end();
  expect(playlistIn(folder).match(/#EXT-X-DISCONTINUITY$/gm)).toHaveLength(2);
});

test('with parts, the last segment before a pause stays open until the next session', async () => {
  const folder = tempDirectory();
  const writer = await openTrack(folder, { hasParts: true });
  await encode(writer, 2.5);
  await writer.cut();
  expect(playlistIn(folder).trim().split('\n').at(-1)).toBe(
    '#EXT-X-PART:DURATION=0.500000,URI="video-360p-1.0.m4s",INDEPENDENT=YES',
  );
  await encode(writer, 0.5);
  expect(playlistIn(folder)).toContain(
    '#EXTINF:0.500000,\nvideo-360p-1.m4s\n#EXT-X-DISCONTINUITY\n',
  );
});

test('a track has a playlist once its first segment is whole, and a new stream after an ended one, too', async () => {
  const folder = tempDirectory();
  for (const _ of ['first', 'second']) {
    const writer = await openTrack(folder);
    await encode(writer, 2);
    expect(writer.hasPlaylist()).toBe(false);
    await encode(writer, 2.5);
    expect(writer.hasPlaylist()).toBe(true);
    await writer.end();
  }
  const killed = await openTrack(folder);
  await encode(killed, 3);
  expect((await openTrack(folder)).hasPlaylist()).toBe(true);
});

test('an encoder that failed within a segment loses only that segment’s rest', async () => {
  const folder = tempDirectory();
  const writer = await openTrack(folder);
  await encode(writer, 3);
  await encode(writer, 2);
  await writer.end();
  expect(readFileSync(join(folder, 'video-360p-1.m4s'), 'utf8')).toBe('2;2.5;');
  expect(playlistIn(folder)).toContain('video-360p-1.m4s\n#EXT-X-DISCONTINUITY\n');
});
