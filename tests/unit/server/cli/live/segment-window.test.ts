import { expect, test } from 'vitest';
import { liveLimits } from '../../../../../server/cli/live/live-limits.ts';
import {
  type EarlierPlaylist,
  readPlaylist,
} from '../../../../../server/cli/live/live-playlist.ts';
import { createSegmentWindow } from '../../../../../server/cli/live/segment-window.ts';

const { windowSec, keptSec, segmentSec, partsListedCount } = liveLimits;
const none = readPlaylist('');
const discontinuity = '#EXT-X-DISCONTINUITY';
const map = (file: string) => `#EXT-X-MAP:URI="${file}"`;

/** A window to which this many segments of two seconds were added. */
function windowOf(
  count: number,
  { isRecorded = false, tagsAt = {} as Record<number, string[]>, earlier = none } = {},
) {
  const window = createSegmentWindow(earlier, isRecorded);
  const gone: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const uri = `${index}.m4s`;
    const parts = [{ uri: `${index}.0.m4s`, durationSec: segmentSec, isIndependent: true }];
    window.add({ uri, durationSec: segmentSec, tags: tagsAt[index] ?? [], parts });
    gone.push(...window.takeGone());
  }
  return { window, gone };
}

test('a stream keeps the last minute, and the files of twenty more seconds', () => {
  const count = 100;
  const { window, gone } = windowOf(count);
  const { segments, sequence } = window.listed();
  expect(segments.length * segmentSec).toBe(windowSec);
  expect(sequence).toBe(count - segments.length);
  const kept = keptSec / segmentSec + 1;
  const removed = gone.filter((file) => !file.includes('.0.'));
  expect(removed).toEqual(
    Array.from({ length: count - segments.length - kept }, (_, index) => `${index}.m4s`),
  );
});

test('a recording keeps all segments, but only the last parts', () => {
  const { window, gone } = windowOf(100, { isRecorded: true });
  expect(window.listed()).toMatchObject({ sequence: 0, segments: { length: 100 } });
  expect(gone).toEqual(
    Array.from({ length: 101 - 2 * partsListedCount }, (_, index) => `${index}.0.m4s`),
  );
});

test('an initialization section stays as long as a listed segment needs it', () => {
  const tagsAt = { 0: [map('a.cmfv')], 60: [discontinuity, map('b.cmfv')] };
  const during = windowOf(70, { tagsAt });
  expect(during.window.listed().segments[0]?.tags).toEqual([map('a.cmfv')]);
  expect(during.window.files().has('a.cmfv')).toBe(true);
  expect(during.gone).not.toContain('a.cmfv');
  const after = windowOf(200, { tagsAt });
  expect(after.window.listed().segments[0]?.tags).toEqual([map('b.cmfv')]);
  expect(after.gone).toContain('a.cmfv');
  expect(after.gone).not.toContain('b.cmfv');
});

test('discontinuities that have left the window are counted', () => {
  const tagsAt = { 0: [map('a')], 10: [discontinuity, discontinuity, map('b')] };
  expect(windowOf(20, { tagsAt }).window.listed().discontinuitySequence).toBe(0);
  const { window } = windowOf(100, { tagsAt });
  expect([window.listed().discontinuitySequence, window.discontinuityCount()]).toEqual([2, 2]);
});

const earlier: EarlierPlaylist = {
  segments: [
    { uri: 'old.m4s', durationSec: segmentSec, tags: [discontinuity, map('old.cmfv')], parts: [] },
  ],
  sequence: 7,
  discontinuitySequence: 3,
  isRecorded: false,
  isEnded: false,
};

test('a stream that was interrupted goes on with its segments', () => {
  const { window } = windowOf(1, { earlier });
  expect(window.listed()).toMatchObject({
    segments: [{ uri: 'old.m4s' }, { uri: '0.m4s' }],
    sequence: 7,
    discontinuitySequence: 3,
  });
  expect([window.nextNumber(), window.discontinuityCount()]).toEqual([9, 4]);
  expect(['old.m4s', 'old.cmfv', 'other.m4s'].map((file) => window.files().has(file))).toEqual([
    true,
    true,
    false,
  ]);
});

test('a stream that has ended is followed by a new one, whose numbers go on', () => {
  const { window } = windowOf(1, { earlier: { ...earlier, isEnded: true } });
  expect(window.listed()).toMatchObject({
    segments: [{ uri: '0.m4s' }],
    sequence: 8,
    discontinuitySequence: 4,
  });
});
