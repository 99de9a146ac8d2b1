import { bridgeLimits } from '../../shared/limits/bridge-limits.ts';
import { hostLimits } from '../../shared/limits/host-limits.ts';
import { type ListType, parseListType } from '../../shared/player/list-type.ts';
import { videoIdFromUrl } from '../../shared/player/video-id.ts';
import type { LogPayload } from '../../shared/telemetry/log-event.ts';
import { isRecord } from '../../shared/tools/is-record.ts';
import { readNumber } from '../../shared/tools/read-number.ts';
import type { LoadOptions } from '../player/session/load-options.ts';
import type { NamedList } from '../player/session/programme.ts';
import { heightForQuality } from './quality-names.ts';

/** How `cueVideoBy…` and `loadVideoBy…` name a video. */
export type VideoNaming = 'id' | 'url';

export interface VideoCommand {
  /** Empty when the call names no video; the player then reports an error. */
  videoId: string;
  options: LoadOptions;
  /** Where the host's own recommendation came from, if given: for the log. */
  context: LogPayload;
}

/**
 * Reads `(videoId | url, startSeconds, suggestedQuality)` or one object. From an object, only the
 * load fields of specification §3 are read: `videoId`, `startSeconds`, `endSeconds`,
 * `suggestedQuality`, `mediaContentUrl`, `rct`, `rctn`.
 */
export function readVideoCommand(args: readonly unknown[], naming: VideoNaming): VideoCommand {
  const [first, startSeconds, suggestedQuality] = args;
  if (!isRecord(first)) {
    const videoId = naming === 'id' ? readText(first) : readUrl(first);
    return { videoId, options: readOptions({ startSeconds, suggestedQuality }), context: {} };
  }
  const byId = readText(first.videoId);
  const byUrl = readUrl(first.mediaContentUrl);
  return {
    videoId: naming === 'id' ? byId || byUrl : byUrl || byId,
    options: readOptions(first),
    context: readContext(first),
  };
}

export interface PlaylistCommand {
  /** `null` when the call names a list instead of giving its videos. */
  videoIds: string[] | null;
  list: NamedList;
  index: number;
  options: LoadOptions;
}

/**
 * Reads `(list, index, startSeconds, suggestedQuality)`, where `list` is a list id, an array of
 * video ids, or comma-separated video ids. Also reads one object with `playlist`, `list`,
 * `listType`, `index`, `startSeconds`, `suggestedQuality` (specification §3).
 * @returns `null` when no list can be read
 */
export function readPlaylistCommand(args: readonly unknown[]): PlaylistCommand | null {
  const [first, index, startSeconds, suggestedQuality] = args;
  const fields = isRecord(first) ? first : { list: first, index, startSeconds, suggestedQuality };
  const listType = parseListType(fields.listType);
  const playlist = fields.playlist ?? fields.list;
  // An author's name may contain a comma.
  const isName = listType !== 'playlist' && typeof playlist === 'string';
  const videoIds = isName ? null : readVideoIds(playlist);
  if (videoIds === null && (typeof playlist !== 'string' || playlist === '')) return null;
  return {
    videoIds,
    list: { listId: readListId(readText(playlist), listType), listType },
    index: Math.trunc(readNumber(fields.index) ?? 0),
    options: readOptions({ ...fields, endSeconds: null }),
  };
}

function readOptions(fields: Record<string, unknown>): LoadOptions {
  const end = readNumber(fields.endSeconds);
  return {
    startSeconds: Math.max(0, readNumber(fields.startSeconds) ?? 0),
    endSeconds: end !== null && end > 0 ? end : null,
    suggestedHeight: heightForQuality(fields.suggestedQuality) ?? null,
  };
}

function readContext(fields: Record<string, unknown>): LogPayload {
  const context: LogPayload = {};
  for (const key of ['rct', 'rctn']) {
    const text = readText(fields[key]).slice(0, bridgeLimits.nameMaxChars);
    if (text !== '') context[key] = text;
  }
  return context;
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function readUrl(value: unknown): string {
  return videoIdFromUrl(readText(value)) ?? '';
}

/** Reads an array of ids, or comma-separated ids. Returns `null` for the id of a list. */
function readVideoIds(value: unknown): string[] | null {
  const items = typeof value === 'string' && value.includes(',') ? value.split(',') : value;
  if (!Array.isArray(items)) return null;
  return items
    .filter((item) => typeof item === 'string' && item !== '')
    .slice(0, hostLimits.playlistMaxCount);
}

/**
 * Specification §5: 16 characters are a playlist id without its prefix. An author's name may also
 * be 16 characters long.
 */
function readListId(value: string, listType: ListType): string {
  return value.length === 16 && listType === 'playlist' ? `PL${value}` : value;
}
