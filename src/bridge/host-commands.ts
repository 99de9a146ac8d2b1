import { bridgeLimits } from '../../shared/limits.ts';
import { videoIdFromUrl } from '../../shared/video-id.ts';
import type { Controller, PlaybackRange, Start } from '../player/controller.ts';
import type { PlayerState } from '../player/player-state.ts';
import { qualityIdFor } from './quality-names.ts';

export interface CommandTarget {
  controller: Controller;
  getState: () => PlayerState;
}

type Command = (target: CommandTarget, args: readonly unknown[]) => void;

/**
 * Every function that a host may call, and what it does; a name that is not here is not externally available (specification
 * §5). Arguments are whatever the host sent: each is read by one of the small readers below, and what cannot be read is left
 * out or makes the call do nothing.
 */
const commands = {
  playVideo: ({ controller }) => controller.play(),
  pauseVideo: ({ controller }) => controller.pause(),
  stopVideo: ({ controller }) => controller.stop(),
  clearVideo: ({ controller }) => controller.stop(),
  seekTo: ({ controller }, [seconds]) => {
    const to = readNumber(seconds);
    if (to !== null) controller.seekTo(to);
  },
  setVolume: ({ controller }, [volume]) => {
    const to = readNumber(volume);
    if (to !== null) controller.setVolume(to);
  },
  mute: ({ controller }) => controller.mute(),
  unMute: ({ controller }) => controller.unMute(),
  setPlaybackRate: ({ controller }, [rate]) => {
    const to = readNumber(rate);
    if (to !== null) controller.setPlaybackRate(to);
  },
  setPlaybackQuality: ({ controller, getState }, [name]) =>
    controller.setQuality(qualityIdFor(getState(), name)),
  cueVideoById: (target, args) => showVideo(target, args, 'cue', byId),
  loadVideoById: (target, args) => showVideo(target, args, 'load', byId),
  cueVideoByUrl: (target, args) => showVideo(target, args, 'cue', byUrl),
  loadVideoByUrl: (target, args) => showVideo(target, args, 'load', byUrl),
  cuePlaylist: (target, args) => showPlaylist(target, args, 'cue'),
  loadPlaylist: (target, args) => showPlaylist(target, args, 'load'),
  nextVideo: ({ controller }) => controller.nextVideo(),
  previousVideo: ({ controller }) => controller.previousVideo(),
  playVideoAt: ({ controller }, [index]) => {
    const at = readNumber(index);
    if (at !== null) controller.showPlaylistVideo(Math.trunc(at));
  },
} satisfies Record<string, Command>;

type HostCommandName = keyof typeof commands;

export function findCommand(name: string): Command | null {
  return Object.hasOwn(commands, name) ? commands[name as HostCommandName] : null;
}

/** After these the host's mirror is empty, so that the answer must carry everything. */
export function resetsMirror(name: string): boolean {
  return /^(?:cue|load)(?:Video|Playlist)/.test(name);
}

/** What hosts may call and read, as `apiInterface` tells them. */
export const apiInterface: readonly string[] = [
  ...Object.keys(commands),
  ...['addEventListener', 'removeEventListener', 'getApiInterface', 'getAvailablePlaybackRates'],
  ...['getAvailableQualityLevels', 'getCurrentTime', 'getDebugText', 'getDuration', 'getMediaReferenceTime'],
  ...[
    'getOptions',
    'getPlaybackQuality',
    'getPlaybackRate',
    'getPlayerState',
    'getPlaylist',
    'getPlaylistId',
  ],
  ...['getPlaylistIndex', 'getSize', 'getVideoBytesLoaded', 'getVideoBytesTotal', 'getVideoData'],
  ...[
    'getVideoEmbedCode',
    'getVideoLoadedFraction',
    'getVideoStartBytes',
    'getVideoUrl',
    'getVolume',
    'isMuted',
  ],
];

/** Load fields that are passed on; any other is left behind (specification §5). */
interface LoadFields {
  subject: unknown;
  startSeconds: unknown;
  endSeconds: unknown;
}

/** How a host names a video: the key in the object form, and what the value there means. */
interface Naming {
  key: string;
  readId: (subject: unknown) => string;
}

const byId: Naming = { key: 'videoId', readId: (subject) => (typeof subject === 'string' ? subject : '') };
const byUrl: Naming = {
  key: 'mediaContentUrl',
  readId: (subject) => (typeof subject === 'string' ? (videoIdFromUrl(subject) ?? '') : ''),
};

function showVideo(
  { controller }: CommandTarget,
  args: readonly unknown[],
  start: Start,
  naming: Naming,
): void {
  const { subject, startSeconds, endSeconds } = readLoadFields(args, naming.key);
  controller.showVideoById(naming.readId(subject), start, readRange(startSeconds, endSeconds));
}

function readLoadFields(args: readonly unknown[], subjectKey: string): LoadFields {
  const [first, startSeconds] = args;
  if (!isRecord(first)) return { subject: first, startSeconds, endSeconds: undefined };
  return { subject: first[subjectKey], startSeconds: first.startSeconds, endSeconds: first.endSeconds };
}

function showPlaylist({ controller }: CommandTarget, args: readonly unknown[], start: Start): void {
  const [first] = args;
  const fields = isRecord(first)
    ? { playlist: first.playlist ?? first.list, index: first.index, startSeconds: first.startSeconds }
    : { playlist: first, index: args[1], startSeconds: args[2] };
  const index = Math.trunc(readNumber(fields.index) ?? 0);
  const range = readRange(fields.startSeconds, undefined);
  const ids = readVideoIds(fields.playlist);
  if (ids !== null) controller.showPlaylist('', ids, index, start, range);
  else if (typeof fields.playlist === 'string')
    controller.showPlaylistById(readListId(fields.playlist), index, start, range);
}

/** An array of ids, or several of them in one string with commas. `null` when it is a list's id instead. */
function readVideoIds(value: unknown): string[] | null {
  const items = typeof value === 'string' && value.includes(',') ? value.split(',') : value;
  if (!Array.isArray(items)) return null;
  return items.filter((item) => typeof item === 'string').slice(0, bridgeLimits.playlistMaxCount);
}

/** Specification §5: 16 characters are a playlist's id without its prefix. */
function readListId(value: string): string {
  return value.length === 16 ? `PL${value}` : value;
}

function readRange(startSeconds: unknown, endSeconds: unknown): PlaybackRange {
  const end = readNumber(endSeconds);
  return {
    startSeconds: Math.max(0, readNumber(startSeconds) ?? 0),
    endSeconds: end !== null && end > 0 ? end : null,
  };
}

/** A finite number, or text that says one. */
function readNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
