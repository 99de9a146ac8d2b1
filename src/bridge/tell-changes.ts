import { hostErrorCode } from '../../shared/player/player-error.ts';
import { chapterAt } from '../parts/chapter-at.ts';
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

/** Sends messages to the host. */
export interface HostVoice {
  inform(info: PlayerInfo): void;
  /** Sends to every host. */
  send(event: UnaskedEvent, info: unknown): void;
  /** Sends `event` to a subscribed host; first sends `info`, subscribed or not. */
  tell(event: SubscribableEvent, read: () => unknown, info?: PlayerInfo): void;
  readFacts(): PageFacts;
  cueRanges: CueRanges;
  /** Returns a full snapshot once after the host has cleared its mirror; `null` otherwise. */
  takeSnapshot(): PlayerInfo | null;
}

/**
 * Reports state changes to a host (`docs/host-api.md`). The information goes before its event, so
 * that the host's getters are current inside the handler.
 */
export function tellChanges(state: PlayerState, previous: PlayerState, voice: HostVoice): void {
  const has = (...keys: (keyof PlayerState)[]) => keys.some((key) => state[key] !== previous[key]);
  const { inform, tell } = voice;
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
    inform(voice.takeSnapshot() ?? stateInfo(state, voice.readFacts()));
  } else if (isTime || has('duration', 'buffered', 'seekable')) {
    const duration = has('duration') ? { duration: state.duration } : {};
    inform({ ...progressInfo(state, voice.readFacts()), ...duration });
  }
  const hasModule = state.captionTracks.length + previous.captionTracks.length > 0;
  if (hasModule && has('captionTracks', 'captionsLanguage', 'captionsFontSize'))
    tellCaptions(state, previous, voice);
  if (has('playback')) tell('onStateChange', () => state.playback);
  if (has('volume', 'isMuted')) tell('onVolumeChange', () => volumeInfo(state), volumeInfo(state));
  if (has('playbackRate'))
    tell('onPlaybackRateChange', () => state.playbackRate, { playbackRate: state.playbackRate });
  if (has('qualityId') && state.qualityId !== null) {
    const info = qualityInfo(state);
    tell('onPlaybackQualityChange', () => info.playbackQuality, info);
  }
  // A dragged slider starts new seeks before the last one ends. The seek to a video's start
  // position does not count.
  if (state.hasFirstFrame && has('seekCount') && (isTime || has('isSeeking')))
    tell('onSeek', () => ({ from: previous.currentTime, to: state.currentTime }));
  if (isTime) tellTime(state, voice);
  if (isTime || has('chapters')) tellChapter(state, previous, voice);
  if (has('isAutoplayBlocked') && state.isAutoplayBlocked) tell('onAutoplayBlocked', () => null);
  // Sent without a subscription: every host needs to know why its frame plays nothing.
  if (has('error') && state.error !== null) voice.send('onError', hostErrorCode(state.error.name));
}

function tellCaptions(
  state: PlayerState,
  previous: PlayerState,
  { inform, send, tell }: HostVoice,
): void {
  inform(optionsInfo(state));
  send('apiInfoDelivery', captionsModuleInfo(state));
  if (state.captionTracks !== previous.captionTracks) tell('onApiChange', () => null);
  if (state.captionsLanguage !== previous.captionsLanguage)
    tell('onCaptionsChange', () => chosenTrack(state));
}

function tellTime({ currentTime, duration }: PlayerState, { tell, cueRanges }: HostVoice): void {
  tell('onVideoProgress', () => currentTime);
  tell('onTimeUpdate', () => ({ currentTime, duration }));
  const { entered, left } = cueRanges.moveTo(currentTime);
  for (const id of left) tell('onCueRangeExit', () => id);
  for (const id of entered) tell('onCueRangeEnter', () => id);
}

function tellChapter(state: PlayerState, previous: PlayerState, { tell }: HostVoice): void {
  const chapter = chapterAt(state.chapters, state.currentTime);
  if (chapter === chapterAt(previous.chapters, previous.currentTime)) return;
  tell('onChapterChange', () =>
    chapter === undefined ? null : { index: state.chapters.indexOf(chapter), ...chapter },
  );
}
