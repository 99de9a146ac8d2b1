import { expect, test } from 'vitest';
import { findPart, reloadReadyMs } from '../../../../../server/library/live/live-parts.ts';
import type { LiveRendition } from '../../../../../server/library/live/live-window.ts';
import { liveEpochMs } from '../../../../../server/library/live/live-window.ts';
import { renderLivePlaylist } from '../../../../../server/library/live/render-live-playlist.ts';

/** Two segments of 2 s in four parts each, looped. */
const rendition: LiveRendition = {
  loopMs: 4_000,
  partTargetSeconds: 0.5,
  segments: [0, 1].map((index) => ({
    url: `/media/${index}.m4s`,
    durationSeconds: 2,
    byteRange: null,
    map: { url: '/media/init.cmfi', byteRange: null },
    hasDiscontinuity: false,
    parts: [0, 1, 2, 3].map((part) => ({
      file: `${index}.m4s`,
      byteRange: { offset: part * 100, length: 100 },
      durationSeconds: 0.5,
      isIndependent: part === 0,
    })),
  })),
};
/** Segment 500 begins: a seam of the loop. */
const seamMs = liveEpochMs + 1_000_000;

function linesAt(nowMs: number): string[] {
  const all = new Map([
    ['v/a b.m3u8', rendition],
    ['v/other.m3u8', rendition],
  ]);
  return renderLivePlaylist({ path: 'v/a b.m3u8', rendition, all }, nowMs).split('\n');
}
const partsAt = (nowMs: number) => linesAt(nowMs).filter((line) => line.startsWith('#EXT-X-PART:'));

test('the head of the playlist has what the RFC requires for parts', () => {
  expect(linesAt(seamMs).slice(0, 5)).toEqual([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-TARGETDURATION:2',
    '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5',
    '#EXT-X-PART-INF:PART-TARGET=0.5',
  ]);
});

test('a part is listed from its end on, and the next one is hinted at', () => {
  const lastOf = (nowMs: number) => linesAt(nowMs).slice(-4, -1);
  expect(lastOf(seamMs + 999)).toEqual([
    '#EXT-X-PART:DURATION=0.500000,URI="a%20b.m3u8/500.0",INDEPENDENT=YES',
    '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="a%20b.m3u8/500.1"',
    '#EXT-X-RENDITION-REPORT:URI="other.m3u8",LAST-MSN=500,LAST-PART=0',
  ]);
  expect(lastOf(seamMs + 1_000)).toEqual([
    '#EXT-X-PART:DURATION=0.500000,URI="a%20b.m3u8/500.1"',
    '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="a%20b.m3u8/500.2"',
    '#EXT-X-RENDITION-REPORT:URI="other.m3u8",LAST-MSN=500,LAST-PART=1',
  ]);
});

test('between two segments the first part of the next is hinted at, and reports name the last', () => {
  expect(linesAt(seamMs).slice(-4, -1)).toEqual([
    '/media/1.m4s',
    '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="a%20b.m3u8/500.0"',
    '#EXT-X-RENDITION-REPORT:URI="other.m3u8",LAST-MSN=499,LAST-PART=3',
  ]);
});

test('parts of a new round follow its discontinuity, map and date', () => {
  expect(linesAt(seamMs + 500).slice(-7, -3)).toEqual([
    '#EXT-X-DISCONTINUITY',
    '#EXT-X-MAP:URI="/media/init.cmfi"',
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(seamMs).toISOString()}`,
    '#EXT-X-PART:DURATION=0.500000,URI="a%20b.m3u8/500.0",INDEPENDENT=YES',
  ]);
});

test('parts are listed for segments of the last three target durations only', () => {
  expect(partsAt(seamMs)).toHaveLength(12);
  expect(partsAt(seamMs)[0]).toContain('/497.0"');
  expect(partsAt(seamMs + 1_500)).toHaveLength(15);
});

test.each([
  ['an existing part', { sequence: 499, part: 3 }, 0],
  ['an existing segment', { sequence: 499, part: null }, 0],
  ['the next part', { sequence: 500, part: 0 }, 500],
  ['the next segment', { sequence: 500, part: null }, 2_000],
  ['a part beyond the last: the first of the next segment', { sequence: 500, part: 4 }, 2_500],
  ['a part within the advance limit', { sequence: 501, part: 1 }, 3_000],
  ['a part beyond the advance limit', { sequence: 501, part: 2 }, null],
  ['the segment after the next', { sequence: 501, part: null }, 4_000],
  ['a later segment', { sequence: 502, part: null }, null],
])('a reload that waits for %s', (_what, directives, afterMs) => {
  const readyMs = reloadReadyMs(rendition, directives, seamMs);
  expect(readyMs).toBe(afterMs === null || afterMs === 0 ? afterMs : seamMs + afterMs);
});

test('parts are available while their segments are in the window, and a request for the next one waits', () => {
  expect(findPart(rendition, { sequence: 499, part: 3 }, seamMs)?.endMs).toBe(seamMs);
  expect(findPart(rendition, { sequence: 500, part: 0 }, seamMs)?.endMs).toBe(seamMs + 500);
  expect(findPart(rendition, { sequence: 500, part: 1 }, seamMs)).toBeNull();
  expect(findPart(rendition, { sequence: 499, part: 4 }, seamMs)).toBeNull();
  expect(findPart(rendition, { sequence: 400, part: 0 }, seamMs)).toBeNull();
  expect(
    findPart({ ...rendition, partTargetSeconds: null }, { sequence: 499, part: 0 }, seamMs),
  ).toBeNull();
});
