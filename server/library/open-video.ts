import * as z from 'zod';
import type { PlayerResponse } from '../../shared/player/player-response.ts';
import { playerResponseSchema } from '../../shared/player/player-response.ts';
import { firstIssue } from '../../shared/tools/issue.ts';
import type { Result } from '../../shared/tools/result.ts';
import type { EmbedDomain } from '../access/guard/embed-domains.js';
import { parseEmbedDomains } from '../access/guard/embed-domains.js';
import { buildCaptions } from './build-captions.ts';
import { buildVideo, stillReading } from './build-video.ts';
import type { VideoFiles } from './group-files.js';
import type { LiveChannel } from './live/load-live-channel.ts';
import { packagingOf } from './media-file-types.js';
import { mediaUrl } from './media-path.js';
import type { MediaFacts } from './probing/media-facts.ts';
import type { Bounds, Sidecar } from './sidecars/sidecar.ts';

export interface LibraryVideo {
  response: PlayerResponse;
  /** `null` unless the video is a live stream that this server makes. */
  live: LiveChannel | null;
  /** `null` for everywhere. */
  playableWithin: Bounds | null;
  /** ClearKey keys by key id, both base64url, if the video is encrypted for ClearKey. */
  clearKeys?: ReadonlyMap<string, string>;
  /** Plays only with a signed embed URL, and is listed nowhere. */
  isPrivate: boolean;
  /** Domains whose pages may embed it; `null` for any. If missing, the library's rule applies. */
  embedDomains?: readonly EmbedDomain[] | null;
  /** A larger poster for hi-dpi screens, if there is one. */
  sharpPosterUrl: string | null;
  /** Its files are still being read, and nothing can be played yet. */
  isPending?: boolean;
  /** It may be private or part of a private video, which is not known yet. It is listed nowhere. */
  isRestricted?: boolean;
  /** Date of publication (ISO 8601): the sidecar's, or the last write of its file. */
  uploadDate?: string;
}

interface VideoToOpen {
  videoId: string;
  files: VideoFiles;
  sidecar: Sidecar;
  /** By media path. */
  facts: ReadonlyMap<string, Result<MediaFacts>>;
  /** Unix milliseconds of the last write of its first file; `null` without a file. */
  writtenMs: number | null;
  /** Makes a live stream of a recording, in a thread; `PENDING` if it takes too long. */
  loadLive(mediaPath: string, isLowLatency: boolean): Promise<Result<LiveChannel>>;
}

/**
 * Makes a video from its files. Never throws, so that a bad video does not affect others.
 * @returns `null` for an omitted video, and a sentence for each problem
 */
export async function openVideo(
  toOpen: VideoToOpen,
): Promise<{ video: LibraryVideo | null; warnings: string[] }> {
  const { videoId, files, sidecar, facts, writtenMs } = toOpen;
  const leftOut = (cause: string) => `${files.stemPath}: left out, ${cause}.`;
  try {
    const { live, isRefused, isReading, warnings } = await openLive(toOpen);
    const captions = buildCaptions(files.captions);
    warnings.push(...captions.warnings);
    const built = buildVideo({
      videoId,
      files: isRefused ? { ...files, media: [] } : files,
      sidecar,
      facts,
      captionTracks: captions.tracks,
      live,
      isReading,
    });
    // A video beyond the schema's limits must not reach a player, which would reject the whole
    // response.
    const response = z.safeParse(playerResponseSchema, built);
    if (!response.success)
      return { video: null, warnings: [...warnings, leftOut(firstIssue(response.error.issues))] };
    const playableWithin = sidecar.playableWithin ?? null;
    const sharpPosterUrl = files.sharpPoster === null ? null : mediaUrl(files.sharpPoster);
    const clearKeys = keysOf(sidecar);
    const embedding = embeddingOf(sidecar);
    // The playlist of a growing stream is written every few seconds.
    const isGrowing = response.data.videoDetails.isLive && live === null;
    const uploadDate =
      sidecar.uploadDate ??
      (writtenMs === null || isGrowing ? null : new Date(writtenMs).toISOString());
    warnings.push(
      ...embedding.problems.map((problem) => `${files.stemPath}.json: embedDomains: ${problem}.`),
    );
    const video: LibraryVideo = {
      response: response.data,
      live,
      playableWithin,
      isPrivate: sidecar.private === true,
      sharpPosterUrl,
      ...(response.data.playabilityStatus.reason === stillReading.reason && { isPending: true }),
      ...(clearKeys !== null && { clearKeys }),
      ...(embedding.domains !== undefined && { embedDomains: embedding.domains }),
      ...(uploadDate !== null && { uploadDate }),
    };
    return { video, warnings };
  } catch (error) {
    return {
      video: null,
      warnings: [leftOut(error instanceof Error ? error.message : String(error))],
    };
  }
}

/** Unreadable domains allow no page. */
function embeddingOf({ embedDomains }: Sidecar): {
  domains?: readonly EmbedDomain[] | null;
  problems: readonly string[];
} {
  if (embedDomains === undefined) return { problems: [] };
  const isList =
    Array.isArray(embedDomains) && embedDomains.every((domain) => typeof domain === 'string');
  return isList
    ? parseEmbedDomains(embedDomains)
    : {
        domains: [],
        problems: [
          'it must be a list of domains such as ["example.com"]; no page may embed the video',
        ],
      };
}

function keysOf({ clearKeys }: Sidecar): Map<string, string> | null {
  if (clearKeys === undefined) return null;
  const toBase64Url = (hex: string) => Buffer.from(hex, 'hex').toString('base64url');
  return new Map(Object.entries(clearKeys).map(([id, key]) => [toBase64Url(id), toBase64Url(key)]));
}

/**
 * @returns `isRefused` if the recording must not play as a video either; `isReading` if it is not
 *   read yet
 */
async function openLive({
  files: { stemPath, media },
  sidecar,
  facts,
  loadLive,
}: VideoToOpen): Promise<{
  live: LiveChannel | null;
  isRefused: boolean;
  isReading: boolean;
  warnings: string[];
}> {
  const none = { live: null, isRefused: false, isReading: false, warnings: [] };
  if (sidecar.live !== true || sidecar.unplayable !== undefined) return none;
  const recording = media.find((path) => packagingOf(path) === 'hls');
  const fact = recording === undefined ? undefined : facts.get(recording);
  // A growing stream is live already, and is no recording to loop.
  if (fact?.ok && fact.value.isLive) return none;
  if (recording === undefined) {
    const warning = `${stemPath}.json: a live stream needs an .m3u8 file, which is missing; the video is not live.`;
    return { live: null, isRefused: false, isReading: false, warnings: [warning] };
  }
  const channel = await loadLive(recording, sidecar.lowLatency === true);
  if (channel.ok) {
    const { noPartsCause } = channel.value;
    const warnings =
      noPartsCause === null
        ? []
        : [
            `${recording}: cannot have low latency, ${noPartsCause}; it is live without low latency.`,
          ];
    return { live: channel.value, isRefused: false, isReading: false, warnings };
  }
  const { code, message } = channel.error;
  if (code === 'PENDING') return { live: null, isRefused: true, isReading: true, warnings: [] };
  const isRefused = code === 'TOO_SHORT';
  const outcome = isRefused ? 'the video cannot be played' : 'the video is not live';
  const warning = `${recording}: cannot be looped as a live stream, ${message}; ${outcome}.`;
  return { live: null, isRefused, isReading: false, warnings: [warning] };
}
