import { bridgeLimits } from '../../shared/limits/bridge-limits.ts';
import { hostLimits } from '../../shared/limits/host-limits.ts';
import { type Consent, parseConsent } from '../../shared/rpc/consent.ts';
import type { LogPayload } from '../../shared/telemetry/log-event.ts';
import { isRecord } from '../../shared/tools/is-record.ts';
import { readNumber } from '../../shared/tools/read-number.ts';
import { preferredCaptions } from '../parts/preferred-captions.ts';
import type { Controller } from '../player/session/controller.ts';
import type { Start } from '../player/session/load-options.ts';
import type { PlayerState } from '../player/state/player-state.ts';
import type { PlayerStore } from '../player/state/player-store.ts';
import type { ReportHost } from '../telemetry/performance/report-host.ts';
import { isCaptionsModule, setCaptionsOption } from './captions-module.ts';
import type { CueRanges } from './cue-ranges.ts';
import { readPlaylistCommand, readVideoCommand, type VideoNaming } from './load-arguments.ts';
import { ownEntry } from './own-entry.ts';
import { heightForQuality } from './quality-names.ts';
import { withNumber, withValue } from './read-argument.ts';

interface CommandTarget extends ReportHost {
  controller: Controller;
  store: Pick<PlayerStore, 'dispatch'>;
  getState: () => PlayerState;
  cueRanges: CueRanges;
  /** The viewer's languages (BCP 47), best first. */
  languages: () => readonly string[];
  setConsent: (consent: Consent) => void;
  /** Measures against a budget; the report names its unreadable parts. */
  measure: (host: ReportHost, budget: unknown) => void;
  /** Answers the host with `onDiagnose`. */
  diagnose: () => unknown;
  /** Ends the connection to this host; another window may become the host. */
  forgetHost: () => void;
}

/** False: the arguments could not be read and the call did nothing. An object goes into the log. */
type Outcome = boolean | LogPayload;
type Run = (target: CommandTarget, args: readonly unknown[]) => Outcome;

/** A function that a host may call. */
export interface HostCommand {
  run: Run;
  /** The host requests playback. The log then names the host as the one who started it. */
  startsPlayback?: boolean;
  /** The host's script clears its mirror with this call, so the answer carries everything. */
  owesSnapshot?: boolean;
}

const starts = { startsPlayback: true };

/**
 * Every function that a host may call; the bridge refuses any other name (specification §5). Hosts
 * may send any arguments, and each is read by a small function. If that fails, the call does
 * nothing. A call that shows a video is different: bad arguments become an error of the player.
 */
const commands = {
  // Playback
  playVideo: always(({ controller }) => controller.play(), starts),
  pauseVideo: always(({ controller }) => controller.pause()),
  stopVideo: always(({ controller }) => controller.stop()),
  clearVideo: always(({ controller }) => controller.stop()),
  mutedAutoplay: always(({ controller }) => {
    controller.mute();
    controller.play();
  }, starts),
  seekTo: {
    run: ({ controller }, [seconds, allowSeekAhead]) =>
      withNumber(seconds, (to) => controller.seekTo(to, allowSeekAhead !== false)),
    ...starts,
  },
  setPlaybackRate: {
    run: ({ controller }, [rate]) => withNumber(rate, controller.setPlaybackRate),
  },
  setPlaybackQuality: {
    run({ controller }, [name]) {
      const height = heightForQuality(name);
      if (height === undefined) return false;
      controller.setQualityHeight(height);
      return true;
    },
  },
  // Sound
  setVolume: { run: ({ controller }, [volume]) => withNumber(volume, controller.setVolume) },
  mute: always(({ controller }) => controller.mute()),
  unMute: always(({ controller }) => controller.unMute()),
  setAudioTrack: {
    run: ({ controller }, [track]) =>
      withValue(readKey(isRecord(track) && track.id), controller.setAudioTrack),
  },
  // Videos
  cueVideoById: showVideo('cue', 'id'),
  loadVideoById: showVideo('load', 'id'),
  cueVideoByUrl: showVideo('cue', 'url'),
  loadVideoByUrl: showVideo('load', 'url'),
  preloadVideoById: always(({ controller }, args) =>
    controller.preloadVideo(readVideoCommand(args, 'id').videoId),
  ),
  // Playlists
  cuePlaylist: showPlaylist('cue'),
  loadPlaylist: showPlaylist('load'),
  nextVideo: always(({ controller }) => controller.nextVideo(), starts),
  previousVideo: always(({ controller }) => controller.previousVideo(), starts),
  playVideoAt: {
    run: ({ controller }, [index]) =>
      withNumber(index, (at) => controller.showPlaylistVideo(Math.trunc(at))),
    ...starts,
  },
  setLoop: always(({ controller }, [isOn]) => controller.setLoop(Boolean(isOn))),
  setShuffle: always(({ controller }, [isOn]) => controller.setShuffle(Boolean(isOn))),
  // Modules and their options
  loadModule: {
    run({ controller, getState, languages }, [name]) {
      const { captionsLanguage, captionTracks } = getState();
      if (!isCaptionsModule(name)) return false;
      if (captionsLanguage === null)
        controller.setCaptions(preferredCaptions(captionTracks, languages()));
      return true;
    },
  },
  unloadModule: {
    run({ controller }, [name]) {
      if (!isCaptionsModule(name)) return false;
      controller.setCaptions(null);
      return true;
    },
  },
  setOption: {
    run: ({ controller, getState }, [name, option, value]) =>
      isCaptionsModule(name) && setCaptionsOption(controller, getState(), option, value),
  },
  /** There are no spherical videos here. Hosts that set up the view for one must not fail. */
  setSphericalProperties: always(() => {}),
  /** The SDK sets the frame's size in the host page; the player fills its frame at any size. */
  setSize: always(() => {}),
  // Cue ranges
  addCueRange: {
    run({ cueRanges }, [id, start, end]) {
      const key = readKey(id);
      const startSeconds = readNumber(start);
      const endSeconds = readNumber(end);
      const isRead = key !== null && startSeconds !== null && endSeconds !== null;
      return isRead && cueRanges.add(key, startSeconds, endSeconds);
    },
  },
  removeCueRange: { run: ({ cueRanges }, [id]) => withValue(readKey(id), cueRanges.remove) },
  // Offstage's own
  setConsent: { run: ({ setConsent }, [value]) => withValue(parseConsent(value), setConsent) },
  setPerformanceBudget: always((host, [budget]) => {
    // At once: a fast network could deliver a whole video while the script that measures loads.
    if (isRecord(budget) && readNumber(budget.mediaBytes) !== null)
      host.store.dispatch({ type: 'changed', changes: { aheadSec: hostLimits.budgetAheadSec } });
    host.measure(host, budget);
  }),
  diagnose: always(({ diagnose }) => diagnose()),
  destroy: always(({ controller, forgetHost }) => {
    controller.stop();
    forgetHost();
  }),
} satisfies Record<string, HostCommand>;

/** @returns `null` unless hosts may call this function */
export function findCommand(name: string): HostCommand | null {
  return ownEntry<HostCommand>(commands, name);
}

/** Values that hosts read from the latest message; `player-info.ts` keeps each current. */
const read =
  'ApiInterface AudioTrack AvailableAudioTracks AvailablePlaybackRates AvailableQualityLevels CurrentTime DebugText Duration MediaReferenceTime Option ' +
  'Options PlaybackQuality PlaybackRate PlayerState Playlist PlaylistId PlaylistIndex Size SphericalProperties ' +
  'VideoBytesLoaded VideoBytesTotal VideoData VideoEmbedCode VideoLoadedFraction VideoStartBytes VideoUrl Volume';

/** Functions and getters available to hosts, sent as `apiInterface`. */
export const apiInterface: readonly string[] = [
  ...Object.keys(commands),
  'addEventListener',
  'removeEventListener',
  'isMuted',
  ...read.split(' ').map((name) => `get${name}`),
];

function showVideo(start: Start, naming: VideoNaming): HostCommand {
  return shows(start, ({ controller }, args) => {
    const { videoId, options, context } = readVideoCommand(args, naming);
    controller.showVideoById(videoId, start, options);
    return context;
  });
}

function showPlaylist(start: Start): HostCommand {
  return shows(start, ({ controller }, args) => {
    const command = readPlaylistCommand(args);
    if (command === null) return false;
    const { videoIds, list, index, options } = command;
    if (videoIds !== null) controller.showPlaylist('', videoIds, index, start, options);
    else controller.showPlaylistById(list, index, start, options);
    return true;
  });
}

function shows(start: Start, run: Run): HostCommand {
  return { run, startsPlayback: start === 'load', owesSnapshot: true };
}

function readKey(value: unknown): string | null {
  const isKey =
    (typeof value === 'string' && value.length <= bridgeLimits.nameMaxChars) ||
    typeof value === 'number';
  return isKey ? String(value) : null;
}

/** A command that needs no arguments, or handles bad ones itself. */
function always(
  act: (target: CommandTarget, args: readonly unknown[]) => void,
  marks?: Omit<HostCommand, 'run'>,
): HostCommand {
  return {
    run(target, args) {
      act(target, args);
      return true;
    },
    ...marks,
  };
}
