import { isRecord } from '../../shared/tools/is-record.ts';
import { readNumber } from '../../shared/tools/read-number.ts';
import { type Controller, captionsFontSizes } from '../player/session/controller.ts';
import type { PlayerState } from '../player/state/player-state.ts';

/** Hosts may load one module: `captions`, or `cc`, its older name. */
export function isCaptionsModule(name: unknown): boolean {
  return name === 'captions' || name === 'cc';
}

/**
 * `apiInfoDelivery` brings this to the host, where `getOptions` and `getOption` read it. A video
 * without captions has no module.
 */
export function captionsModuleInfo(state: PlayerState): Record<string, unknown> {
  if (state.captionTracks.length === 0) return { namespaces: [] };
  const options = {
    reload: null,
    fontSize: state.captionsFontSize,
    track: chosenTrack(state) ?? {},
    tracklist: state.captionTracks.map(trackInfo),
    translationLanguages: [],
  };
  return { namespaces: ['captions'], captions: { options: Object.keys(options), ...options } };
}

/** @returns the selected track as wire fields; `null` when captions are off */
export function chosenTrack(state: PlayerState): Record<string, unknown> | null {
  const track = state.captionTracks.find(
    ({ languageCode }) => languageCode === state.captionsLanguage,
  );
  return track ? trackInfo(track) : null;
}

/** A track as wire fields. */
export function trackInfo({
  languageCode,
  label,
}: PlayerState['captionTracks'][number]): Record<string, unknown> {
  return {
    languageCode,
    languageName: label,
    displayName: label,
    kind: '',
    name: null,
    is_default: false,
  };
}

/** @returns whether the option exists and its value is valid */
export function setCaptionsOption(
  controller: Controller,
  state: PlayerState,
  option: unknown,
  value: unknown,
): boolean {
  switch (option) {
    case 'track': {
      if (!isRecord(value)) return false;
      const { languageCode } = value;
      controller.setCaptions(typeof languageCode === 'string' ? languageCode : null);
      return true;
    }
    case 'fontSize': {
      const step = readNumber(value);
      if (step === null || !captionsFontSizes.includes(step)) return false;
      controller.setCaptionsFontSize(step);
      return true;
    }
    case 'reload':
      controller.setCaptions(null);
      controller.setCaptions(state.captionsLanguage);
      return true;
    default:
      return false;
  }
}
