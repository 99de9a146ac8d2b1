import { chapterAt } from '../parts/chapter-at.ts';
import type { ExplainedError } from '../parts/explain-error.ts';
import type { PlayerState } from '../player/state/player-state.ts';
import { captionsModuleInfo, chosenTrack } from './captions-module.ts';
import type { CueRanges } from './cue-ranges.ts';
import type { SubscribableEvent, UnaskedEvent } from './host-events.ts';
import {
  optionsInfo,
  type PageFacts,
  type PlayerInfo,
  progressInfo,
  qualityInfo,
  stateInfo,
  volumeInfo,
} from './player-info.ts';
import { sendError } from './send-error.ts';

/** Sends messages to the host. */
export interface HostSender {
  inform(info: PlayerInfo): void;
  /** Sends to every host. */
  send(event: UnaskedEvent, info: unknown, error?: ExplainedError): void;
  /** Sends `event` to a subscribed host; first sends `info`, subscribed or not. */
  notify(event: SubscribableEvent, read: () => unknown, info?: PlayerInfo): void;
  readFacts(): PageFacts;
  cueRanges: CueRanges;
  /** Returns a full snapshot once after the host has cleared its mirror; `null` otherwise. */
  owedSnapshot(): PlayerInfo | null;
}

/**
 * Reports state changes to a host (`docs/host-api.md`). The information goes before its event, so
 * that the host's getters are current inside the handler.
 */
export function reportChanges(state: PlayerState, previous: PlayerState, host: HostSender): void {
  const has = (...keys: (keyof PlayerState)[]) => keys.some((key) => state[key] !== previous[key]);
  const { inform, notify } = host;
  const isTime = has('currentTime');
  if (
    has(
      'playback',
      'videoId',
      'title',
      'chapters',
      'qualities',
      'captionTracks',
      'audioTrackId',
      'playlist',
      'error',
    )
  ) {
    inform(host.owedSnapshot() ?? stateInfo(state, host.readFacts()));
  } else if (isTime || has('duration', 'buffered', 'seekable')) {
    const duration = has('duration') ? { duration: state.duration } : {};
    inform({ ...progressInfo(state, host.readFacts()), ...duration });
  }
  const hasModule = state.captionTracks.length + previous.captionTracks.length > 0;
  if (hasModule && has('captionTracks', 'captionsLanguage', 'captionsFontSize'))
    reportCaptions(state, previous, host);
  if (has('playback')) notify('onStateChange', () => state.playback);
  if (has('volume', 'isMuted'))
    notify('onVolumeChange', () => volumeInfo(state), volumeInfo(state));
  if (has('playbackRate'))
    notify('onPlaybackRateChange', () => state.playbackRate, { playbackRate: state.playbackRate });
  if (has('qualityId') && state.qualityId !== null) {
    const info = qualityInfo(state);
    notify('onPlaybackQualityChange', () => info.playbackQuality, info);
  }
  // A dragged slider starts new seeks before the last one ends. The seek to a video's start
  // position does not count.
  if (state.hasFirstFrame && has('seekCount') && (isTime || has('isSeeking')))
    notify('onSeek', () => ({ from: previous.currentTime, to: state.currentTime }));
  if (isTime) reportTime(state, host);
  if (isTime || has('chapters')) reportChapter(state, previous, host);
  if (has('isAutoplayBlocked') && state.isAutoplayBlocked) notify('onAutoplayBlocked', () => null);
  // Sent without a subscription: every host needs to know why its frame plays nothing.
  if (has('error') && state.error !== null) sendError(host, state.error);
}

function reportCaptions(
  state: PlayerState,
  previous: PlayerState,
  { inform, send, notify }: HostSender,
): void {
  inform(optionsInfo(state));
  send('apiInfoDelivery', captionsModuleInfo(state));
  if (state.captionTracks !== previous.captionTracks) notify('onApiChange', () => null);
  if (state.captionsLanguage !== previous.captionsLanguage)
    notify('onCaptionsChange', () => chosenTrack(state));
}

function reportTime(
  { currentTime, duration }: PlayerState,
  { notify, cueRanges }: HostSender,
): void {
  notify('onVideoProgress', () => currentTime);
  notify('onTimeUpdate', () => ({ currentTime, duration }));
  const { entered, left } = cueRanges.moveTo(currentTime);
  for (const id of left) notify('onCueRangeExit', () => id);
  for (const id of entered) notify('onCueRangeEnter', () => id);
}

function reportChapter(state: PlayerState, previous: PlayerState, { notify }: HostSender): void {
  const chapter = chapterAt(state.chapters, state.currentTime);
  if (chapter === chapterAt(previous.chapters, previous.currentTime)) return;
  notify('onChapterChange', () =>
    chapter === undefined ? null : { index: state.chapters.indexOf(chapter), ...chapter },
  );
}
