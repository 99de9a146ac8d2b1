import { join } from 'node:path';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { resolveInside } from '../../http/files/resolve-inside.ts';
import { encodePath } from '../media-path.js';
import { liveStreamLimits } from './live-stream-limits.ts';
import type { LivePart, LiveRendition, LiveSegment } from './live-window.ts';
import type { Track } from './mp4-boxes.ts';
import type { Fragment } from './read-fragments.ts';
import { readFragments, readTracks } from './read-fragments.ts';

const { partMinSec, partRoundingSec } = liveStreamLimits;

/**
 * The files of a segment of a low-latency stream. Paths are media paths; `null` for another host's.
 */
export interface SegmentFiles {
  segment: LiveSegment;
  path: string | null;
  mapPath: string | null;
}

/**
 * Splits segments into parts at their fragments.
 * @param root real path of the media directory
 * @param hasIndependentSegments whether each video segment begins with a keyframe
 * @returns `NO_PARTS` with the cause for files that cannot be offered in parts
 */
export async function loadLiveParts(
  root: string,
  files: readonly SegmentFiles[],
  hasIndependentSegments: boolean,
): Promise<
  Result<Pick<LiveRendition, 'partTargetSeconds'> & { segments: LiveSegment[] }, 'NO_PARTS'>
> {
  const tracksOf = new Map<string, Track[]>();
  const segments: LiveSegment[] = [];
  try {
    for (const { segment, path, mapPath } of files) {
      const [file, mapFile] = [await insideFile(root, path), await insideFile(root, mapPath)];
      if (file === null || mapFile === null || segment.map === null)
        return err('NO_PARTS', 'its segments must be fragmented MP4 files in the media directory');
      const { byteRange } = segment.map;
      const key = `${mapFile} ${byteRange?.offset ?? 0}`;
      const tracks = tracksOf.get(key) ?? (await readTracks(join(root, mapFile), byteRange));
      tracksOf.set(key, tracks);
      const fragments = await readFragments(join(root, file), segment.byteRange);
      const parts = toParts(fragments, { segment, file, tracks, hasIndependentSegments });
      if (parts === null) return err('NO_PARTS', `${path} has no fragments with readable times`);
      segments.push({ ...segment, parts });
    }
  } catch (error) {
    return err('NO_PARTS', error instanceof Error ? error.message : String(error));
  }
  const parts = segments.flatMap((segment) => segment.parts ?? []);
  const longest = Math.max(...parts.map(({ durationSeconds }) => durationSeconds));
  if (parts.length === segments.length)
    return err('NO_PARTS', 'each of its segments has only one fragment');
  if (parts.some(({ durationSeconds }) => !(durationSeconds > 0)) || longest < partMinSec)
    return err('NO_PARTS', `its fragments must last ${partMinSec} s or more`);
  return ok({ segments, partTargetSeconds: Math.ceil(longest * 1_000) / 1_000 });
}

async function insideFile(root: string, path: string | null): Promise<string | null> {
  return path === null ? null : ((await resolveInside(root, encodePath(path)))?.path ?? null);
}

interface CutFrom {
  segment: LiveSegment;
  file: string;
  tracks: readonly Track[];
  hasIndependentSegments: boolean;
}

/**
 * Each part lasts until the next one begins, and the last until its segment ends, so their
 * durations add up.
 */
function toParts(
  fragments: readonly Fragment[],
  { segment, file, tracks, hasIndependentSegments }: CutFrom,
): LivePart[] | null {
  const [first] = fragments;
  const timescale = tracks.find(({ id }) => id === first?.trackId)?.timescale ?? 0;
  if (first === undefined || timescale === 0) return null;
  const starts = fragments.map(
    ({ decodeTime }) => ((decodeTime ?? Number.NaN) - (first.decodeTime ?? 0)) / timescale,
  );
  const isInOrder = starts.every((start, index) => start >= (starts[index - 1] ?? 0));
  if (!isInOrder || (starts.at(-1) ?? 0) > segment.durationSeconds - partRoundingSec) return null;
  const isAudioOnly = tracks.every(({ isAudio }) => isAudio);
  return fragments.map(({ offset, length }, index) => ({
    file,
    byteRange: { offset, length },
    durationSeconds: (starts[index + 1] ?? segment.durationSeconds) - (starts[index] ?? 0),
    isIndependent: isAudioOnly || (index === 0 && hasIndependentSegments),
  }));
}
