import fc from 'fast-check';
import { expect, test } from 'vitest';
import { liveStreamLimits } from '../../../../../server/library/live/live-stream-limits.ts';
import type { LiveRendition, LiveSegment } from '../../../../../server/library/live/live-window.ts';
import { liveEpochMs, liveWindow } from '../../../../../server/library/live/live-window.ts';
import { renderLivePlaylist } from '../../../../../server/library/live/render-live-playlist.ts';
import { parseHls } from '../../../../../server/library/probing/parse-hls.ts';

function rendition(
  durations: number[],
  discontinuities: number[] = [],
  loopExtraMs = 0,
): LiveRendition {
  const segments: LiveSegment[] = durations.map((durationSeconds, index) => ({
    url: `/media/${index}.m4s`,
    durationSeconds,
    byteRange: null,
    map: { url: '/media/init.cmfi', byteRange: null },
    hasDiscontinuity: discontinuities.includes(index),
  }));
  return {
    partTargetSeconds: null,
    segments,
    loopMs: durations.reduce((sum, duration) => sum + duration * 1_000, 0) + loopExtraMs,
  };
}

const renditions = fc
  .tuple(
    fc.array(fc.double({ min: 0.2, max: 12, noNaN: true }), { minLength: 1, maxLength: 12 }),
    fc.array(fc.integer({ min: 1, max: 11 }), { maxLength: 3 }),
    fc.integer({ min: 0, max: 900 }),
  )
  .map(([durations, discontinuities, extra]) => rendition(durations, discontinuities, extra));
const moments = fc.integer({ min: liveEpochMs, max: liveEpochMs + 20 * 365 * 86_400_000 });

test('between two windows segments only leave at the front and join at the back, with the same numbers', () => {
  fc.assert(
    fc.property(
      renditions,
      moments,
      fc.integer({ min: 0, max: 40_000 }),
      (source, nowMs, laterByMs) => {
        const earlier = liveWindow(source, nowMs);
        const later = liveWindow(source, nowMs + laterByMs);
        expect(later.mediaSequence).toBeGreaterThanOrEqual(earlier.mediaSequence);
        expect(later.mediaSequence + later.segments.length).toBeGreaterThanOrEqual(
          earlier.mediaSequence + earlier.segments.length,
        );
        const dropped = later.mediaSequence - earlier.mediaSequence;
        const common = earlier.segments.slice(dropped);
        expect(later.segments.slice(0, common.length)).toEqual(common);
        expect(later.targetDurationSeconds).toBe(earlier.targetDurationSeconds);
      },
    ),
  );
});

test('the discontinuity sequence counts exactly the discontinuities that left', () => {
  fc.assert(
    fc.property(
      renditions,
      moments,
      fc.integer({ min: 0, max: 20_000 }),
      (source, nowMs, laterByMs) => {
        const earlier = liveWindow(source, nowMs);
        const later = liveWindow(source, nowMs + laterByMs);
        const dropped = earlier.segments.slice(0, later.mediaSequence - earlier.mediaSequence);
        fc.pre(dropped.length < earlier.segments.length);
        const left = dropped.filter(({ hasDiscontinuity }) => hasDiscontinuity).length;
        expect(later.discontinuitySequence - earlier.discontinuitySequence).toBe(left);
      },
    ),
  );
});

test('a window has only complete segments, up to the newest, for one minute and at least three', () => {
  fc.assert(
    fc.property(renditions, moments, (source, sampleMs) => {
      const nowMs = Math.max(sampleMs, liveEpochMs + liveStreamLimits.windowMs + 3 * source.loopMs);
      const { segments } = liveWindow(source, nowMs);
      const ends = segments.map(
        ({ startMs, durationSeconds }) => startMs + durationSeconds * 1_000,
      );
      const longestMs =
        Math.max(...source.segments.map(({ durationSeconds }) => durationSeconds)) * 1_000;
      expect(segments.length).toBeGreaterThanOrEqual(3);
      expect(ends.at(-1)).toBeLessThanOrEqual(nowMs);
      // The next segment and, at the end of a round, the gap up to the longest rendition's end are
      // still to come.
      expect(ends.at(-1)).toBeGreaterThan(nowMs - longestMs - 900 - 1);
      if (segments.length > 3) expect(ends[0]).toBeGreaterThan(nowMs - liveStreamLimits.windowMs);
    }),
  );
});

test('only the seam of the loop is marked as a discontinuity', () => {
  const { segments, mediaSequence } = liveWindow(rendition([2, 2, 2, 2]), liveEpochMs + 1_000_000);
  for (const [position, { hasDiscontinuity }] of segments.entries()) {
    expect(hasDiscontinuity).toBe((mediaSequence + position) % 4 === 0);
  }
  expect(segments).toHaveLength(30);
});

test('renditions of different lengths stay in step in each round', () => {
  const video = { ...rendition([2, 2, 2]), loopMs: 6_040 };
  const audio = { ...rendition([1.51, 1.51, 1.51, 1.51]), loopMs: 6_040 };
  const nowMs = liveEpochMs + 400 * 86_400_000;
  for (const source of [video, audio]) {
    const starts = liveWindow(source, nowMs).segments.filter(
      ({ hasDiscontinuity }) => hasDiscontinuity,
    );
    expect(starts.length).toBeGreaterThan(8);
    for (const { startMs } of starts) expect((startMs - liveEpochMs) % 6_040).toBe(0);
  }
});

test('there is a window before the epoch too, on a machine with a wrong clock', () => {
  const window = liveWindow(rendition([2, 2]), 0);
  expect(window.mediaSequence).toBeGreaterThanOrEqual(0);
  expect(window.segments.length).toBeGreaterThanOrEqual(3);
});

test('a playlist can be parsed back: numbers, maps, ranges, dates, no end', () => {
  const source = rendition([2, 1.5]);
  const ranged = source.segments.map((segment, index) => ({
    ...segment,
    byteRange: { length: 100, offset: index * 100 },
  }));
  const nowMs = liveEpochMs + 10_000_000;
  const looped = { ...source, segments: ranged };
  const window = liveWindow(looped, nowMs);
  const text = renderLivePlaylist({ path: 'a.m3u8', rendition: looped, all: new Map() }, nowMs);
  const parsed = parseHls(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value).toMatchObject({
    mediaSequence: window.mediaSequence,
    discontinuitySequence: window.discontinuitySequence,
    targetDuration: 2,
  });
  expect(parsed.value.endList).toBeUndefined();
  expect(
    parsed.value.segments.map(({ uri, byterange, map, discontinuity = false }) => [
      uri,
      byterange,
      map?.uri,
      discontinuity,
    ]),
  ).toEqual(
    window.segments.map(({ url, byteRange, map, hasDiscontinuity }) => [
      url,
      byteRange,
      map?.url,
      hasDiscontinuity,
    ]),
  );
  const firstDate = /#EXT-X-PROGRAM-DATE-TIME:(\S+)/.exec(text)?.[1] ?? '';
  expect(Date.parse(firstDate)).toBe(window.segments[0]?.startMs);
});
