import { hostLimits } from '../../../shared/limits/host-limits.ts';
import { listTypes } from '../../../shared/player/list-type.ts';
import type { Controller } from '../../../src/player/session/controller.ts';
import type { LoadOptions } from '../../../src/player/session/load-options.ts';
import type { NamedList } from '../../../src/player/session/programme.ts';
import type { Call } from './recording-controller.ts';

type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => Number.isFinite(value);
const isSwitch: Check = (value) => typeof value === 'boolean';
const isStart: Check = (value) => value === 'cue' || value === 'load';
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

const isOptions: Check = (value) => {
  const { startSeconds, endSeconds, suggestedHeight, ...more } = value as LoadOptions;
  const isEnd = endSeconds === null || (isNumber(endSeconds) && endSeconds > 0);
  const isHeight = orNull((height) => isNumber(height) && Number(height) > 0)(suggestedHeight);
  return (
    isNumber(startSeconds) &&
    startSeconds >= 0 &&
    isEnd &&
    isHeight &&
    Object.keys(more).length === 0
  );
};
const isList: Check = (value) => {
  const { listId, listType, ...more } = value as NamedList;
  return (
    isText(listId) &&
    listId !== '' &&
    listTypes.includes(listType) &&
    Object.keys(more).length === 0
  );
};
const isIds: Check = (value) =>
  Array.isArray(value) && value.length <= hostLimits.playlistMaxCount && value.every(isText);

/** Valid arguments of each controller method; the compiler checks that none is missing. */
export const contract: Record<keyof Controller, Check[] | 'not for hosts'> = {
  showVideo: 'not for hosts',
  showVideoById: [isText, isStart, isOptions],
  showPlaylist: [isText, isIds, Number.isInteger as Check, isStart, isOptions],
  showPlaylistById: [isList, Number.isInteger as Check, isStart, isOptions],
  showPlaylistVideo: [Number.isInteger as Check],
  preloadVideo: [isText],
  nextVideo: [],
  previousVideo: [],
  setLoop: [isSwitch],
  setShuffle: [isSwitch],
  prepare: [],
  play: [],
  pause: [],
  stop: [],
  seekTo: [isNumber, isSwitch],
  setCurrentTime: [isNumber],
  setVolume: [isNumber],
  mute: [],
  unMute: [],
  setPlaybackRate: [isNumber],
  setQuality: 'not for hosts',
  setQualityHeight: [orNull(isNumber)],
  setCaptions: [orNull(isText)],
  setCaptionsFontSize: [isNumber],
  setCaptionStyle: 'not for hosts',
  setAudioTrack: [isText],
  toggleFullscreen: 'not for hosts',
  readEngine: 'not for hosts',
  retry: 'not for hosts',
  dispose: 'not for hosts',
};

/** @returns whether a host may make this call */
export function keepsContract([name, ...args]: Call): boolean {
  const checks = Object.hasOwn(contract, name)
    ? contract[name as keyof Controller]
    : 'not for hosts';
  return (
    checks !== 'not for hosts' &&
    args.length === checks.length &&
    checks.every((check, index) => check(args[index]))
  );
}
