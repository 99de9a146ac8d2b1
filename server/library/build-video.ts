import type { DrmInfo } from '../../shared/player/drm.ts';
import type {
  CaptionTrackInfo,
  MediaSourceInfo,
  PlayerResponse,
} from '../../shared/player/player-response.ts';
import type { Result } from '../../shared/tools/result.ts';
import { licensePath } from '../access/license/license-path.ts';
import type { VideoFiles } from './group-files.js';
import { partHoldBackSeconds } from './live/live-parts.ts';
import type { LiveChannel } from './live/load-live-channel.ts';
import { packagingOf } from './media-file-types.js';
import { encodePath, mediaUrl } from './media-path.js';
import type { MediaFacts } from './probing/media-facts.ts';
import type { Sidecar } from './sidecars/sidecar.ts';

export interface VideoParts {
  videoId: string;
  files: VideoFiles;
  sidecar: Sidecar;
  /** By media path. */
  facts: ReadonlyMap<string, Result<MediaFacts>>;
  captionTracks: CaptionTrackInfo[];
  live: LiveChannel | null;
  /** Whether the recording of a live stream is still being read. */
  isReading: boolean;
}

const damaged = {
  status: 'UNPLAYABLE',
  errorCode: 'fmt.unplayable',
  reason: "This video's file is damaged or has an unsupported format.",
} as const;

/** The status while the facts of the video's files are unknown. */
export const stillReading = {
  status: 'UNPLAYABLE',
  errorCode: 'fmt.unplayable',
  reason: 'The server is still reading this video. Try again in a moment.',
} as const;

/** Builds the player response from the facts of the files and the sidecar. */
export function buildVideo({
  videoId,
  files,
  sidecar,
  facts,
  captionTracks,
  live,
  isReading,
}: VideoParts): PlayerResponse {
  const readable = files.media.flatMap((path) => {
    const fact = facts.get(path);
    return fact?.ok && fact.value.defect === null ? [{ path, fact: fact.value }] : [];
  });
  const sources =
    live === null
      ? readable.flatMap(({ path, fact }) => sourceOf(path, fact, drmOf(videoId, sidecar)))
      : [liveSource(videoId, live)];
  const isPlayable = sidecar.unplayable === undefined && sources.length > 0;
  const isLive = live !== null || readable.some(({ fact }) => fact.isLive);
  const lengthSeconds = isLive
    ? 0
    : Math.max(0, ...readable.map(({ fact }) => fact.durationSeconds));
  const picture = readable.map(({ fact }) => fact).find(({ width }) => width > 0);
  return {
    playabilityStatus: isPlayable
      ? { status: 'OK' }
      : sidecar.unplayable
        ? { status: 'UNPLAYABLE', ...sidecar.unplayable }
        : isReading || files.media.some((path) => isPending(facts.get(path)))
          ? stillReading
          : damaged,
    videoDetails: {
      videoId,
      title: sidecar.title ?? files.stemPath.slice(files.stemPath.lastIndexOf('/') + 1),
      author: sidecar.author ?? '',
      shortDescription: sidecar.description ?? '',
      lengthSeconds,
      isLive,
      ...(live === null ? holdBackOfFiles(readable) : holdBack(live)),
      width: picture?.width ?? 0,
      height: picture?.height ?? 0,
      ...(sidecar.watchUrl !== undefined && { watchUrl: sidecar.watchUrl }),
      ...(sidecar.channel !== undefined && { channel: sidecar.channel }),
    },
    sources: isPlayable ? sources : [],
    captionTracks,
    chapters: (sidecar.chapters ?? [])
      .filter(({ startSeconds }) => lengthSeconds === 0 || startSeconds < lengthSeconds)
      .toSorted((a, b) => a.startSeconds - b.startSeconds),
    posterUrl: files.poster === null ? null : mediaUrl(files.poster),
    storyboardUrl: files.storyboard === null ? null : mediaUrl(files.storyboard),
    ...(sidecar.heartbeatSec !== undefined && { heartbeat: { everySec: sidecar.heartbeatSec } }),
  };
}

function isPending(fact: Result<MediaFacts> | undefined): boolean {
  return fact?.ok === false && fact.error.code === 'PENDING';
}

function sourceOf(
  path: string,
  { mimeType, opening }: MediaFacts,
  drm: DrmInfo[],
): MediaSourceInfo[] {
  const packaging = packagingOf(path);
  if (packaging === null) return [];
  const source = { packaging, url: mediaUrl(path), mimeType };
  // A single file beside an encrypted stream plays without DRM: it is a trailer, or a mistake that
  // must stay visible.
  if (drm.length > 0 && packaging !== 'progressive') return [{ ...source, drm }];
  return [opening ? { ...source, opening } : source];
}

/** The video's own key systems come first, because ClearKey protects least. */
function drmOf(videoId: string, { drm = [], clearKeys }: Sidecar): DrmInfo[] {
  return clearKeys === undefined
    ? drm
    : [...drm, { keySystem: 'org.w3.clearkey', licenseUrl: licensePath(videoId) }];
}

function holdBack(live: LiveChannel): { holdBackSec?: number } {
  const seconds = [...live.renditions.values()].map(
    (rendition) => partHoldBackSeconds(rendition) ?? 0,
  );
  const holdBackSec = Math.max(0, ...seconds);
  return holdBackSec > 0 ? { holdBackSec } : {};
}

function holdBackOfFiles(readable: readonly { fact: MediaFacts }[]): { holdBackSec?: number } {
  const holdBackSec = Math.max(0, ...readable.map(({ fact }) => fact.holdBackSec ?? 0));
  return holdBackSec > 0 ? { holdBackSec } : {};
}

function liveSource(videoId: string, { entry }: LiveChannel): MediaSourceInfo {
  return {
    packaging: 'hls',
    url: `/live/${videoId}/${encodePath(entry)}`,
    mimeType: 'application/vnd.apple.mpegurl',
  };
}
