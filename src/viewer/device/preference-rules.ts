import type { PlayerArgs, RawArgs } from '../../../shared/player/player-args.ts';
import type { Preferences } from '../../../shared/telemetry/device-report.ts';
import type { ViewerAction } from '../../../shared/telemetry/viewer-action.ts';
import type { PlayerState } from '../../player/state/player-state.ts';
import type { Choice, PreferenceSetter } from './watch-choices.ts';

export type PreferenceName = keyof Preferences;

interface ChosenBy {
  viewer: Partial<Record<ViewerAction, readonly PreferenceName[]>>;
  host: Record<PreferenceSetter, readonly PreferenceName[]>;
}

/** The preferences that each viewer action and each host setter sets. */
const chosenBy: ChosenBy = {
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
    setQualityHeight: ['qualityHeight'],
    setCaptions: ['captionsLanguage'],
    setCaptionsFontSize: ['captionsFontSize'],
    setCaptionStyle: ['captionStyle'],
    setAudioTrack: ['audioLanguage'],
  },
};

/** @returns the preferences that the choice sets; none for most viewer actions */
export function namesOf(choice: Choice): readonly PreferenceName[] {
  return choice.by === 'host' ? chosenBy.host[choice.what] : (chosenBy.viewer[choice.what] ?? []);
}

/** @returns the viewer's choice, for the services to store */
export function chosenPreferences(choice: Choice): Preferences {
  const values = preferencesOf(choice.state);
  return Object.fromEntries(namesOf(choice).map((name) => [name, values[name]]));
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

/** @returns the preferences set by the page's URL, which override stored ones */
export function namesInUrl(raw: RawArgs, args: PlayerArgs): readonly PreferenceName[] {
  const names: PreferenceName[] = [];
  if (raw.mute !== undefined) names.push('isMuted');
  if (args.captionsOn || args.captionsLanguage !== '') names.push('captionsLanguage');
  return names;
}
