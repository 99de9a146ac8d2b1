import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { foreignOrigins, resolveReference } from '../media-path.js';
import { readingLimits } from '../reading-limits.ts';
import type { HlsPlaylist } from './hls-playlist.ts';
import type { MediaFacts } from './media-facts.ts';
import { largestPicture } from './media-facts.ts';
import { openingOf } from './opening-of.ts';
import { parseHls, renditionUris } from './parse-hls.ts';
import { type ReadStamps, readManifest } from './read-manifest.ts';

/**
 * Reads an HLS playlist. For a multivariant playlist it also reads the renditions, which contain
 * the duration and the first segment.
 * @param mediaPath media path of the playlist
 * @param stamps gets the stamps of the files that were read
 */
export async function probeHls(
  mediaDir: string,
  mediaPath: string,
  stamps?: ReadStamps,
): Promise<Result<MediaFacts, 'UNREADABLE'>> {
  const readRendition = (path: string) => readPlaylist(mediaDir, path, stamps);
  const playlist = await readRendition(mediaPath);
  if (!playlist.ok) return err('UNREADABLE', playlist.error.message);
  const variants = playlist.value.playlists ?? [];
  const firstVariant =
    variants[0] === undefined ? null : resolveReference(variants[0].uri, mediaPath);
  const rendition = firstVariant === null ? playlist : await readRendition(firstVariant);
  const references = referencesOf(playlist.value);
  const durationSeconds = rendition.ok ? durationOf(rendition.value) : 0;
  return ok({
    mimeType: 'application/vnd.apple.mpegurl',
    durationSeconds,
    ...largestPicture(variants.map(({ attributes }) => attributes.RESOLUTION)),
    ...(rendition.ok && isGrowing(rendition.value)
      ? { isLive: true, ...holdBackOf(rendition.value) }
      : { isLive: false }),
    references: references
      .map((uri) => resolveReference(uri, mediaPath))
      .filter((path) => path !== null),
    foreignOrigins: foreignOrigins([...references, ...keyUrisOf(playlist.value)]),
    opening: await openingOf(playlist.value, mediaPath, durationSeconds, readRendition),
    defect: rendition.ok
      ? defectOf(rendition.value)
      : `its rendition ${firstVariant} cannot be read: ${rendition.error.message}`,
  });
}

/** An empty recording is a defect, because players would wait forever. */
function defectOf(playlist: HlsPlaylist): string | null {
  const { endList, segments } = playlist;
  // The parser turns a duration of 0 into 0.01 seconds.
  const isEmpty = segments.every(({ duration = 0 }) => duration <= 0.01);
  return endList && isEmpty ? 'its segments have no duration' : null;
}

/** RFC 8216 4.3.3.5: the server may append segments to a media playlist without an end. */
function isGrowing({ endList, playlistType, segments }: HlsPlaylist): boolean {
  return segments.length > 0 && !endList && playlistType !== 'VOD';
}

/** @returns seconds; 0 for a growing playlist */
function durationOf(playlist: HlsPlaylist): number {
  if (isGrowing(playlist)) return 0;
  return playlist.segments.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
}

function holdBackOf({ serverControl, targetDuration }: HlsPlaylist): { holdBackSec?: number } {
  const { partHoldBack, holdBack } = serverControl ?? {};
  const byTarget =
    targetDuration === undefined ? undefined : targetDuration * readingLimits.holdBackTargetsCount;
  const holdBackSec = partHoldBack ?? holdBack ?? byTarget;
  return holdBackSec === undefined ? {} : { holdBackSec };
}

async function readPlaylist(
  mediaDir: string,
  mediaPath: string,
  stamps?: ReadStamps,
): Promise<Result<HlsPlaylist>> {
  try {
    return parseHls(await readManifest(mediaDir, mediaPath, stamps));
  } catch (error) {
    return err('UNREADABLE', error instanceof Error ? error.message : String(error));
  }
}

/**
 * AES-128 keys are fetched from the playlist's URIs; the sidecar configures all other encryption.
 */
function keyUrisOf({ segments }: HlsPlaylist): string[] {
  return segments.flatMap(({ key }) => (key?.uri === undefined ? [] : [key.uri]));
}

function referencesOf(playlist: HlsPlaylist): string[] {
  const segments = playlist.segments.flatMap(({ uri, map, parts = [] }) => [
    ...(map === undefined ? [] : [map.uri]),
    ...partUris(parts),
    uri,
  ]);
  const newest = partUris(playlist.preloadSegment?.parts ?? []);
  const iFrames = (playlist.iFramePlaylists ?? [])
    .map(({ uri }) => uri)
    .filter((uri) => uri !== undefined);
  return [...renditionUris(playlist), ...iFrames, ...new Set([...segments, ...newest])];
}

function partUris(parts: readonly { uri?: string | undefined }[]): string[] {
  return parts.map(({ uri }) => uri).filter((uri) => uri !== undefined);
}
