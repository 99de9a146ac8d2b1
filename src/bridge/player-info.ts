import { hostErrorCode } from '../../shared/player/player-error.ts';
import { isAtLiveEdge } from '../parts/live-edge.ts';
import { rangeAt } from '../parts/range-at.ts';
import { playbackRates } from '../player/state/playback-rates.ts';
import type { PlayerState } from '../player/state/player-state.ts';
import { captionsModuleInfo, trackInfo } from './captions-module.ts';
import { availableQualityNames, playingQualityName } from './quality-names.ts';

/** Facts of the page that are not in the player's state. */
export interface PageFacts {
  /** Origin of the embed, for the URLs sent to the host. */
  origin: string;
  /** Version of the player page. */
  version: string;
  size: { width: number; height: number };
  /** Unix time in milliseconds. */
  nowMs: number;
}

/** A partial `info` object of the host wire, with the wire's own keys. */
export type PlayerInfo = Record<string, unknown>;

/** All fields, for `initialDelivery` and for the answer to `cue*`/`load*`. */
export function fullInfo(
  state: PlayerState,
  facts: PageFacts,
  apiInterface: readonly string[],
): PlayerInfo {
  return {
    apiInterface,
    ...stateInfo(state, facts),
    availablePlaybackRates: playbackRates,
    size: facts.size,
    ...optionsInfo(state),
    sphericalProperties: {},
  };
}

/** Sent with every change of the playback state (specification §3, "State message"). */
export function stateInfo(state: PlayerState, facts: PageFacts): PlayerInfo {
  return {
    playerState: state.playback,
    ...progressInfo(state, facts),
    duration: state.duration,
    videoData: videoData(state),
    videoStartBytes: 0,
    videoBytesTotal: 1,
    playbackQuality: playingQualityName(state),
    availableQualityLevels: availableQualityNames(state),
    videoUrl: videoUrl(state, facts),
    videoEmbedCode: embedCode(state, facts),
    playlist: state.playlist?.videoIds ?? null,
    playlistIndex: state.playlist?.index ?? -1,
    playlistId: state.playlist?.listId ?? null,
    debugText: debugText(state, facts),
    ...volumeInfo(state),
    availableAudioTracks: state.audioTracks,
    audioTrack: state.audioTracks.find(({ id }) => id === state.audioTrackId) ?? null,
    captionTracks: state.captionTracks.map(trackInfo),
  };
}

/** Sent with the media element's `timeupdate`, about four times a second. */
export function progressInfo(state: PlayerState, facts: PageFacts): PlayerInfo {
  const loaded = loadedFraction(state);
  return {
    currentTime: state.currentTime,
    videoBytesLoaded: loaded,
    videoLoadedFraction: loaded,
    // Seconds, not milliseconds: hosts compute the time between two messages from it.
    currentTimeLastUpdated_: facts.nowMs / 1_000,
    playbackRate: state.playbackRate,
    mediaReferenceTime: state.currentTime,
    progressState: progressState(state, facts),
  };
}

export function qualityInfo(state: PlayerState): PlayerInfo {
  return {
    playbackQuality: playingQualityName(state),
    videoData: videoData(state),
  };
}

export function volumeInfo(state: PlayerState): PlayerInfo {
  return { muted: state.isMuted, volume: state.volume };
}

/**
 * The modules with options, and those options. `apiInfoDelivery` carries the same in the form that
 * the SDK reads.
 */
export function optionsInfo(state: PlayerState): PlayerInfo {
  const { namespaces, ...option } = captionsModuleInfo(state);
  return { options: namespaces, option };
}

/** End of the buffered range at the playhead, as a fraction of the duration: 0 to 1. */
export function loadedFraction(state: PlayerState): number {
  return state.duration > 0 ? Math.min(1, loadedSeconds(state) / state.duration) : 0;
}

/**
 * Seconds from the start of the video to the end of the buffered range at the playhead; 0 if none.
 */
export function loadedSeconds({ buffered, currentTime }: PlayerState): number {
  return rangeAt(buffered, currentTime)?.end ?? 0;
}

function progressState(state: PlayerState, facts: PageFacts): PlayerInfo {
  const { start, end } = state.seekable ?? { start: 0, end: state.duration };
  return {
    airingStart: 0,
    airingEnd: end,
    allowSeeking: true,
    clipEnd: null,
    clipStart: 0,
    current: state.currentTime,
    displayedStart: -1,
    duration: state.duration,
    ingestionTime: state.isLive ? facts.nowMs / 1_000 : null,
    isAtLiveHead: isAtLiveEdge(state),
    loaded: loadedSeconds(state),
    seekableStart: start,
    seekableEnd: end,
    offset: 0,
    viewerLivestreamJoinMediaTime: 0,
  };
}

function videoData(state: PlayerState): PlayerInfo {
  return {
    video_id: state.videoId,
    author: state.author,
    title: state.title,
    isPlayable: state.error === null,
    errorCode: state.error && hostErrorCode(state.error.name),
    video_quality: playingQualityName(state),
    video_quality_features: [],
    list: state.playlist?.listId ?? '',
  };
}

/** For bug reports. */
function debugText(state: PlayerState, { version }: PageFacts): string {
  const fields = ['version', 'videoId', 'playback', 'error', 'name', 'engine'];
  return JSON.stringify({ version, ...state }, fields);
}

function videoUrl(state: PlayerState, { origin }: PageFacts): string {
  const list = state.playlist?.listId ? `&list=${encodeURIComponent(state.playlist.listId)}` : '';
  return `${origin}/watch?v=${state.videoId}${list}`;
}

function embedCode(state: PlayerState, { origin }: PageFacts): string {
  return (
    `<iframe width="640" height="360" src="${origin}/embed/${state.videoId}" title="Video player" ` +
    'allow="autoplay; encrypted-media; fullscreen; picture-in-picture" ' +
    'referrerpolicy="strict-origin-when-cross-origin"></iframe>'
  );
}
