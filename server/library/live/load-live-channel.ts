import { realpath } from 'node:fs/promises';
import { posix } from 'node:path';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { libraryLimits } from '../library-limits.ts';
import { mediaUrl, resolveReference } from '../media-path.js';
import type { HlsSegment } from '../probing/hls-playlist.ts';
import { parseHls, renditionUris } from '../probing/parse-hls.ts';
import { type ReadStamps, readManifest } from '../probing/read-manifest.ts';
import { liveStreamLimits } from './live-stream-limits.ts';
import type { LiveRendition, LiveSegment } from './live-window.ts';
import { loadLiveParts, type SegmentFiles } from './load-live-parts.ts';

const { loopMinMs, segmentMinMs } = liveStreamLimits;

/** A live stream made from a recording. Paths are decoded and relative to `/live/<id>/`. */
export interface LiveChannel {
  /** Path of the playlist that a player opens. */
  entry: string;
  /** The multivariant playlist, if the recording has one; its URIs refer to `renditions`. */
  master: string | null;
  renditions: ReadonlyMap<string, LiveRendition>;
  /** Why a stream lacks the configured low latency; `null` otherwise. */
  noPartsCause: string | null;
}

/**
 * Reads the HLS files of a recording.
 * @param mediaPath media path of its playlist
 * @param isLowLatency whether to offer its segments in parts, too
 * @param stamps gets the stamps of its playlists
 * @param maxCount maximum segments and parts of all renditions together
 * @returns a failure with the cause: `NO_CHANNEL` for files that cannot be looped, `TOO_SHORT` for
 *   a recording that must not reach any player
 */
export async function loadLiveChannel(
  mediaDir: string,
  mediaPath: string,
  isLowLatency: boolean,
  stamps?: ReadStamps,
  maxCount: number = libraryLimits.liveSegments.value,
): Promise<Result<LiveChannel, 'NO_CHANNEL' | 'TOO_SHORT'>> {
  const tooMany = `its renditions have more than ${maxCount} segments and parts`;
  const entry = posix.basename(mediaPath);
  const text = await readText(mediaDir, mediaPath, stamps);
  if (!text.ok) return text;
  const playlist = parseHls(text.value);
  if (!playlist.ok) return err('NO_CHANNEL', playlist.error.message);
  const isMaster = (playlist.value.playlists ?? []).length > 0;

  const filesByName = new Map<string, RenditionFiles>();
  let segmentCount = 0;
  for (const uri of isMaster ? renditionUris(playlist.value) : [encodeURIComponent(entry)]) {
    const name = resolveReference(uri, entry);
    const path = resolveReference(uri, mediaPath);
    if (name === null || path === null || posix.join(posix.dirname(mediaPath), name) !== path) {
      return err(
        'NO_CHANNEL',
        `its rendition ${uri} must be in the playlist’s folder or below, with a relative URI`,
      );
    }
    const segments = await readSegments(mediaDir, path, stamps);
    if (!segments.ok) return err('NO_CHANNEL', `${path}: ${segments.error.message}`);
    filesByName.set(name, segments.value);
    segmentCount += segments.value.files.length;
    if (segmentCount > maxCount) return err('NO_CHANNEL', tooMany);
  }
  const renditions = [...filesByName.values()].map(({ files }) =>
    files.map(({ segment }) => segment),
  );
  const loopMs = Math.max(...renditions.map(totalMs));
  if (loopMs < loopMinMs)
    return err('TOO_SHORT', `one loop takes ${Math.round(loopMs)} ms; the minimum is ${loopMinMs}`);
  const averageMs = Math.min(...renditions.map((segments) => totalMs(segments) / segments.length));
  if (averageMs < segmentMinMs) {
    return err(
      'TOO_SHORT',
      `its segments last ${Math.round(averageMs)} ms on average; the minimum is ${segmentMinMs}`,
    );
  }
  const cut = isLowLatency
    ? await cutAll(mediaDir, filesByName, hasIndependentSegments(text.value))
    : ok(new Map<string, CutRendition>());
  const partCount = cut.ok ? countParts([...cut.value.values()]) : 0;
  if (segmentCount + partCount > maxCount) return err('NO_CHANNEL', tooMany);
  const whole = [...filesByName].map(([name, { files }]): [string, CutRendition] => [
    name,
    { segments: files.map(({ segment }) => segment), partTargetSeconds: null },
  ]);
  const parts = cut.ok && isLowLatency ? [...cut.value] : whole;
  return ok({
    entry,
    master: isMaster ? withoutIFrames(text.value) : null,
    renditions: new Map(parts.map(([name, rendition]) => [name, { ...rendition, loopMs }])),
    noPartsCause: cut.ok ? null : cut.error.message,
  });
}

function countParts(renditions: readonly CutRendition[]): number {
  const segments = renditions.flatMap(({ segments: cut }) => cut);
  return segments.reduce((sum, { parts = [] }) => sum + parts.length, 0);
}

type CutRendition = Omit<LiveRendition, 'loopMs'>;

interface RenditionFiles {
  files: SegmentFiles[];
  hasIndependentSegments: boolean;
}

/**
 * All renditions have parts, or none: otherwise they would differ in their distance from the live
 * edge.
 */
async function cutAll(
  mediaDir: string,
  filesByName: ReadonlyMap<string, RenditionFiles>,
  isIndependentMaster: boolean,
): Promise<Result<Map<string, CutRendition>, 'NO_PARTS'>> {
  const root = await realpath(mediaDir);
  const cut = new Map<string, CutRendition>();
  for (const [name, { files, hasIndependentSegments: isIndependent }] of filesByName) {
    const parts = await loadLiveParts(root, files, isIndependent || isIndependentMaster);
    if (!parts.ok) return err('NO_PARTS', `${name}: ${parts.error.message}`);
    cut.set(name, parts.value);
  }
  return ok(cut);
}

function hasIndependentSegments(playlist: string): boolean {
  return /^#EXT-X-INDEPENDENT-SEGMENTS\s*$/m.test(playlist);
}

async function readSegments(
  mediaDir: string,
  path: string,
  stamps?: ReadStamps,
): Promise<Result<RenditionFiles, 'NO_CHANNEL'>> {
  const text = await readText(mediaDir, path, stamps);
  if (!text.ok) return text;
  const playlist = parseHls(text.value);
  if (!playlist.ok) return err('NO_CHANNEL', playlist.error.message);
  const { segments } = playlist.value;
  if (segments.length === 0) return err('NO_CHANNEL', 'the rendition has no segments');
  if (segments.some(({ key }) => key !== undefined))
    return err('NO_CHANNEL', 'encrypted segments cannot be looped');
  if (segments.some(({ duration }) => !(Number(duration) > 0)))
    return err('NO_CHANNEL', 'a segment has no duration');
  const files = segments.map((segment) => ({
    segment: toLiveSegment(segment, path),
    path: resolveReference(segment.uri, path),
    mapPath: segment.map === undefined ? null : resolveReference(segment.map.uri, path),
  }));
  return ok({ files, hasIndependentSegments: hasIndependentSegments(text.value) });
}

function toLiveSegment(
  { uri, duration = 0, byterange, map, discontinuity }: HlsSegment,
  path: string,
): LiveSegment {
  return {
    url: segmentUrl(uri, path),
    durationSeconds: duration,
    byteRange: byterange ?? null,
    map:
      map === undefined
        ? null
        : { url: segmentUrl(map.uri, path), byteRange: map.byterange ?? null },
    hasDiscontinuity: discontinuity === true,
  };
}

function segmentUrl(uri: string, path: string): string {
  const target = resolveReference(uri, path);
  return target === null ? uri : mediaUrl(target);
}

function totalMs(segments: readonly LiveSegment[]): number {
  return segments.reduce((sum, { durationSeconds }) => sum + durationSeconds * 1_000, 0);
}

/** Removes trick-play playlists, which exist for recordings only. */
function withoutIFrames(master: string): string {
  return master
    .split(/\r?\n/)
    .filter((line) => !line.startsWith('#EXT-X-I-FRAME-STREAM-INF'))
    .join('\n');
}

async function readText(
  mediaDir: string,
  path: string,
  stamps?: ReadStamps,
): Promise<Result<string, 'NO_CHANNEL'>> {
  try {
    return ok(await readManifest(mediaDir, path, stamps));
  } catch (error) {
    return err('NO_CHANNEL', error instanceof Error ? error.message : String(error));
  }
}
