import { posix } from 'node:path';
import { openingLimits } from '../../../shared/limits/opening-limits.ts';
import type { HlsOpening, OpeningPart, OpeningTrack } from '../../../shared/player/hls-opening.ts';
import { hlsOpeningSchema } from '../../../shared/player/hls-opening.ts';
import type { Result } from '../../../shared/tools/result.ts';
import { fits } from '../../../shared/tools/schema.ts';
import { encodePath, resolveReference } from '../media-path.js';
import type { HlsPlaylist, HlsSegment } from './hls-playlist.ts';

type Variant = NonNullable<HlsPlaylist['playlists']>[number];
/** Reads a playlist by its media path. */
type Read = (mediaPath: string) => Promise<Result<HlsPlaylist>>;

const { renditionsCount, segmentMaxBytes } = openingLimits;
const isAudio = (codec: string) => /^(mp4a|ac-3|ec-3|ac-4|opus|fLaC|alac)/i.test(codec);

/**
 * Finds the beginning of a film, so that the media worker can fetch it before hls.js and the
 * playlists have come. Only for recordings in fragmented MP4 on this server, unencrypted, with
 * known codecs, that players start at the beginning. Everything else waits for hls.js.
 * @param mediaPath of the multivariant playlist; the addresses are relative to it
 * @param seconds duration of the film
 * @returns `null` if the film is none of these
 */
export async function openingOf(
  playlist: HlsPlaylist,
  mediaPath: string,
  seconds: number,
  read: Read,
): Promise<HlsOpening | null> {
  if (hasOwnStart(playlist)) return null;
  const variants = (playlist.playlists ?? [])
    .filter(({ attributes }) => attributes.CODECS !== undefined)
    .toSorted((a, b) => bandwidthOf(a) - bandwidthOf(b))
    .slice(0, renditionsCount);
  const audioPath = sharedAudio(playlist, variants, mediaPath);
  if (audioPath === null) return null;
  const codecs = variants.flatMap(({ attributes }) => codecsOf(attributes.CODECS));
  const audio =
    audioPath === undefined
      ? undefined
      : await trackOf(audioPath, `audio/mp4; codecs="${codecs.find(isAudio)}"`, mediaPath, read);
  if (audio === null) return null;
  const renditions = [];
  for (const { uri, attributes } of variants) {
    const path = resolveReference(uri, mediaPath);
    const inFile = codecsOf(attributes.CODECS).filter((codec) => !audio || !isAudio(codec));
    const mimeType = `video/mp4; codecs="${inFile.join(', ')}"`;
    const track = path === null ? null : await trackOf(path, mimeType, mediaPath, read);
    // A player may choose any rendition.
    if (path === null || track === null || inFile.every(isAudio)) return null;
    const { width = 0, height = 0 } = attributes.RESOLUTION ?? {};
    const [bandwidth, url] = [attributes.BANDWIDTH ?? 0, relativeUrl(path, mediaPath)];
    renditions.push({ playlist: url, bandwidth, width, height, ...track });
  }
  const opening = { seconds, renditions, ...(audio && { audio }) };
  return fits(hlsOpeningSchema, opening) ? opening : null;
}

const bandwidthOf = ({ attributes }: Variant) => attributes.BANDWIDTH ?? 0;
const codecsOf = (codecs = '') => codecs.split(',').map((codec) => codec.trim());

/** Players start elsewhere, or play something else first. */
const hasOwnStart = ({ start, dateRanges = [] }: HlsPlaylist) =>
  start !== undefined || dateRanges.length > 0;

/**
 * @returns the media path of the default sound's playlist; `undefined` if the sound is in the files
 *   of the picture; `null` if the renditions differ in that
 */
function sharedAudio(
  { mediaGroups = {} }: HlsPlaylist,
  variants: readonly Variant[],
  mediaPath: string,
): string | undefined | null {
  const groups = new Set(variants.map(({ attributes }) => attributes.AUDIO));
  const [group] = groups;
  if (groups.size !== 1) return null;
  if (group === undefined) return undefined;
  const members = Object.values(mediaGroups.AUDIO?.[group] ?? {});
  const uri = (members.find((member) => member.default) ?? members[0])?.uri;
  if (uri === undefined) return members.length > 0 ? undefined : null;
  return resolveReference(uri, mediaPath);
}

/** @returns `null` for a playlist without such a beginning */
async function trackOf(
  path: string,
  mimeType: string,
  mediaPath: string,
  read: Read,
): Promise<OpeningTrack | null> {
  const playlist = await read(path);
  if (!playlist.ok || !playlist.value.endList || hasOwnStart(playlist.value)) return null;
  const [first] = playlist.value.segments;
  if (first?.map === undefined || first.key !== undefined) return null;
  const [init, segment] = [first.map, first].map((part) => partOf(part, path, mediaPath));
  return init && segment ? { mimeType, init, segment } : null;
}

function partOf(
  { uri, byterange }: Pick<HlsSegment, 'uri' | 'byterange'>,
  from: string,
  mediaPath: string,
): OpeningPart | null {
  // A query may sign the address, so that it is valid only as written.
  const path = uri.includes('?') ? null : resolveReference(uri, from);
  if (path === null) return null;
  const url = relativeUrl(path, mediaPath);
  if (byterange === undefined) return { url };
  const { offset: start, length } = byterange;
  return length > segmentMaxBytes ? null : { url, range: { start, length } };
}

/** As the playlist's own references, so that it is valid wherever the playlist is. */
const relativeUrl = (path: string, mediaPath: string) =>
  encodePath(posix.relative(posix.dirname(mediaPath), path));
