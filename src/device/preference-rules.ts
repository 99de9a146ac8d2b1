import type { Preferences } from '../../shared/device-report.ts';
import type { PlayerArgs, RawArgs } from '../../shared/player-args.ts';
import type { PlayerState } from '../player/player-state.ts';
import type { Choice } from './watch-choices.ts';

export type PreferenceName = keyof Preferences;

/** What each action of the viewer chooses, and each of the host's functions sets. */
const chosenBy: Readonly<
  Record<Choice['by'], Readonly<Record<PropertyKey, readonly PreferenceName[]>>>
> = {
  viewer: {
    volume: ['volume', 'isMuted'],
    volume_up: ['volume', 'isMuted'],
    volume_down: ['volume'],
    mute: ['isMuted'],
    unmute: ['volume', 'isMuted'],
    toggle_mute: ['volume', 'isMuted'],
    speed: ['playbackRate'],
    quality: ['qualityHeight'],
    captions: ['captionsLanguage'],
    toggle_captions: ['captionsLanguage'],
    captions_size: ['captionsFontSize'],
    caption_style: ['captionStyle'],
    audio: ['audioLanguage'],
  },
  host: {
    setVolume: ['volume'],
    mute: ['isMuted'],
    unMute: ['isMuted'],
    setPlaybackRate: ['playbackRate'],
    setQuality: ['qualityHeight'],
    setCaptions: ['captionsLanguage'],
    setCaptionsFontSize: ['captionsFontSize'],
    setAudioTrack: ['audioLanguage'],
  },
};

/** @returns the preferences that the choice is about; none for any other action */
export function namesOf({ by, what }: Pick<Choice, 'by' | 'what'>): readonly PreferenceName[] {
  return Object.hasOwn(chosenBy[by], what) ? (chosenBy[by][what] ?? []) : [];
}

/** @returns what the viewer has chosen, for the services to keep */
export function chosenPreferences({ what, state }: Choice): Preferences {
  const values = preferencesOf(state);
  return Object.fromEntries(namesOf({ by: 'viewer', what }).map((name) => [name, values[name]]));
}

function preferencesOf(state: PlayerState): Preferences {
  const { volume, isMuted, playbackRate, fixedQualityId, captionsWanted, captionsFontSize } = state;
  const { captionStyle, audioWanted } = state;
  const height = state.qualities.find(({ id }) => id === fixedQualityId)?.height;
  return {
    volume,
    isMuted,
    playbackRate,
    qualityHeight: height || null,
    captionsLanguage: captionsWanted ?? null,
    captionsFontSize,
    captionStyle,
    ...(audioWanted && { audioLanguage: audioWanted }),
  };
}

/** @returns the preferences that the page's address decides: it says what this embed shall be like */
export function namesInUrl(raw: RawArgs, args: PlayerArgs): readonly PreferenceName[] {
  const names: PreferenceName[] = [];
  if (raw.mute !== undefined) names.push('isMuted');
  if (args.captionsOn || args.captionsLanguage !== '') names.push('captionsLanguage');
  return names;
}
