import { type Consent, parseConsent } from '../../shared/consent.ts';
import { isRecord } from '../../shared/is-record.ts';
import { bridgeLimits } from '../../shared/limits.ts';
import type { LogPayload } from '../../shared/log-event.ts';
import { readNumber } from '../../shared/read-number.ts';
import type { ReportHost } from '../performance/measure-for-host.ts';
import type { Controller } from '../player/controller.ts';
import type { PlayerState } from '../player/player-state.ts';
import { preferredCaptions } from '../player/preferred-captions.ts';
import type { Start } from '../player/programme.ts';
import { isCaptionsModule, setCaptionsOption } from './captions-module.ts';
import type { CueRanges } from './cue-ranges.ts';
import { readPlaylistCommand, readVideoCommand, type VideoNaming } from './load-arguments.ts';
import { ownEntry } from './own-entry.ts';
import { qualityIdFor } from './quality-names.ts';
import { withNumber, withValue } from './read-argument.ts';

interface CommandTarget extends ReportHost {
  controller: Controller;
  getState: () => PlayerState;
  cueRanges: CueRanges;
  /** Languages (BCP 47) that the viewer reads, best first. */
  languages: () => readonly string[];
  setConsent: (consent: Consent) => void;
  /** Measures against a budget; what of it cannot be read the report says. */
  measure: (host: ReportHost, budget: unknown) => void;
  /** Answers the host with `onDiagnose`. */
  diagnose: () => unknown;
  /** The host is done with this player; another window may become its host. */
  forgetHost: () => void;
}

/** False for arguments that cannot be read, which did nothing; an object is what the log shall say about the call. */
type Outcome = boolean | LogPayload;
type Command = (target: CommandTarget, args: readonly unknown[]) => Outcome;

/**
 * Every function that a host may call, and what it does; a name that is not here is not externally available (specification
 * §5). Arguments are whatever the host sent: each is read by a small reader, and a call whose arguments cannot be read does nothing. Only
 * what shall show a video answers for its arguments itself: with an error of the player's.
 */
const commands = {
  // Playback
  playVideo: always(({ controller }) => controller.play()),
  pauseVideo: always(({ controller }) => controller.pause()),
  stopVideo: always(({ controller }) => controller.stop()),
  clearVideo: always(({ controller }) => controller.stop()),
  mutedAutoplay: always(({ controller }) => {
    controller.mute();
    controller.play();
  }),
  seekTo: ({ controller }, [seconds, allowSeekAhead]) =>
    withNumber(seconds, (to) => controller.seekTo(to, allowSeekAhead !== false)),
  setPlaybackRate: ({ controller }, [rate]) => withNumber(rate, controller.setPlaybackRate),
  setPlaybackQuality({ controller, getState }, [name]) {
    const id = qualityIdFor(getState(), name);
    if (id === undefined) return false;
    controller.setQuality(id);
    return true;
  },
  // Sound
  setVolume: ({ controller }, [volume]) => withNumber(volume, controller.setVolume),
  mute: always(({ controller }) => controller.mute()),
  unMute: always(({ controller }) => controller.unMute()),
  setAudioTrack: ({ controller }, [track]) =>
    withValue(readKey(isRecord(track) && track.id), controller.setAudioTrack),
  // Videos
  cueVideoById: (target, args) => showVideo(target, args, 'cue', 'id'),
  loadVideoById: (target, args) => showVideo(target, args, 'load', 'id'),
  cueVideoByUrl: (target, args) => showVideo(target, args, 'cue', 'url'),
  loadVideoByUrl: (target, args) => showVideo(target, args, 'load', 'url'),
  preloadVideoById: always(({ controller }, args) =>
    controller.preloadVideo(readVideoCommand(args, 'id').videoId),
  ),
  // Playlists
  cuePlaylist: (target, args) => showPlaylist(target, args, 'cue'),
  loadPlaylist: (target, args) => showPlaylist(target, args, 'load'),
  nextVideo: always(({ controller }) => controller.nextVideo()),
  previousVideo: always(({ controller }) => controller.previousVideo()),
  playVideoAt: ({ controller }, [index]) =>
    withNumber(index, (at) => controller.showPlaylistVideo(Math.trunc(at))),
  setLoop: always(({ controller }, [isOn]) => controller.setLoop(Boolean(isOn))),
  setShuffle: always(({ controller }, [isOn]) => controller.setShuffle(Boolean(isOn))),
  // Modules and their options
  loadModule({ controller, getState, languages }, [name]) {
    const { captionsLanguage, captionTracks } = getState();
    if (!isCaptionsModule(name)) return false;
    if (captionsLanguage === null)
      controller.setCaptions(preferredCaptions(captionTracks, languages()));
    return true;
  },
  unloadModule({ controller }, [name]) {
    if (!isCaptionsModule(name)) return false;
    controller.setCaptions(null);
    return true;
  },
  setOption: ({ controller, getState }, [name, option, value]) =>
    isCaptionsModule(name) && setCaptionsOption(controller, getState(), option, value),
  /** There are no spherical videos here; hosts that set up their view for one shall not fail. */
  setSphericalProperties: () => true,
  /** The frame's size is its page's business: there the SDK sets it, and the player fills its frame whatever it is. */
  setSize: () => true,
  // Cue ranges
  addCueRange({ cueRanges }, [id, start, end]) {
    const [startSeconds, endSeconds] = [readNumber(start), readNumber(end)];
    const key = readKey(id);
    if (key === null || startSeconds === null || endSeconds === null) return false;
    return cueRanges.add(key, startSeconds, endSeconds);
  },
  removeCueRange: ({ cueRanges }, [id]) => withValue(readKey(id), cueRanges.remove),
  // Ours
  setConsent: ({ setConsent }, [value]) => withValue(parseConsent(value), setConsent),
  setPerformanceBudget: always((host, [budget]) => host.measure(host, budget)),
  diagnose: always(({ diagnose }) => diagnose()),
  destroy: always(({ controller, forgetHost }) => {
    controller.stop();
    forgetHost();
  }),
} satisfies Record<string, Command>;

/** @returns `null` for what is not externally available */
export function findCommand(name: string): Command | null {
  return ownEntry<Command>(commands, name);
}

/** After these the host's mirror is empty, so that the answer must carry everything. */
export function resetsMirror(name: string): boolean {
  return /^(?:cue|load)(?:Video|Playlist)/.test(name);
}

/** Values that hosts read from what the player last told them; `player-info.ts` keeps each fresh. */
const read =
  'ApiInterface AudioTrack AvailableAudioTracks AvailablePlaybackRates AvailableQualityLevels CurrentTime DebugText Duration MediaReferenceTime Option ' +
  'Options PlaybackQuality PlaybackRate PlayerState Playlist PlaylistId PlaylistIndex Size SphericalProperties ' +
  'VideoBytesLoaded VideoBytesTotal VideoData VideoEmbedCode VideoLoadedFraction VideoStartBytes VideoUrl Volume';

/** What hosts may call and read, as `apiInterface` tells them. */
export const apiInterface: readonly string[] = [
  ...Object.keys(commands),
  'addEventListener',
  'removeEventListener',
  'isMuted',
  ...read.split(' ').map((name) => `get${name}`),
];

function showVideo(
  { controller }: CommandTarget,
  args: readonly unknown[],
  start: Start,
  naming: VideoNaming,
): Outcome {
  const { videoId, options, context } = readVideoCommand(args, naming);
  controller.showVideoById(videoId, start, options);
  return context;
}

function showPlaylist(
  { controller }: CommandTarget,
  args: readonly unknown[],
  start: Start,
): Outcome {
  const command = readPlaylistCommand(args);
  if (command === null) return false;
  const { videoIds, list, index, options } = command;
  if (videoIds !== null) controller.showPlaylist('', videoIds, index, start, options);
  else controller.showPlaylistById(list, index, start, options);
  return true;
}

function readKey(value: unknown): string | null {
  const isKey =
    (typeof value === 'string' && value.length <= bridgeLimits.nameMaxChars) ||
    typeof value === 'number';
  return isKey ? String(value) : null;
}

/** A command that needs no arguments, or answers for them itself. */
function always(run: (target: CommandTarget, args: readonly unknown[]) => void): Command {
  return (target, args) => {
    run(target, args);
    return true;
  };
}
