import { captionsFontSizes } from '../../../player/session/controller.ts';
import { playbackRates } from '../../../player/state/playback-rates.ts';
import type { PlayerState } from '../../../player/state/player-state.ts';
import { spokenPlace } from '../../controls/seek-value-text.ts';
import { tDuration, tPercent } from '../../controls/translation/localized.ts';
import { t } from '../../controls/translation/translate.ts';
import { captionsSizeLabel } from '../../panels/settings/captions-size-label.ts';
import { frameLengthSec } from './frame-rate.ts';
import { rateLabel } from './rate-label.ts';
import type { Shortcut, ShortcutDeps } from './shortcut.ts';

export const stateOf = ({ store }: ShortcutDeps): PlayerState => store.getState();
export const saysPlace = (deps: ShortcutDeps) => spokenPlace(stateOf(deps));

export function seekBy(seconds: number, keys: readonly string[]): Shortcut {
  const isBack = seconds < 0;
  return {
    name: isBack ? 'seek_back' : 'seek_forward',
    group: 'seeking',
    keys,
    label: () =>
      t(isBack ? 'shortcut.seekBack' : 'shortcut.seekForward', {
        duration: tDuration(Math.abs(seconds)),
      }),
    run(deps) {
      deps.controller.seekTo(Math.max(0, stateOf(deps).currentTime + seconds));
    },
    announcement: saysPlace,
    repeats: true,
  };
}

export function step(frames: 1 | -1, keys: readonly string[]): Shortcut {
  return {
    name: frames > 0 ? 'frame_forward' : 'frame_back',
    group: 'seeking',
    keys,
    label: () => t(frames > 0 ? 'shortcut.frameForward' : 'shortcut.frameBack'),
    run(deps) {
      deps.controller.seekTo(
        Math.max(0, stateOf(deps).currentTime + frames * frameLengthSec(deps.video)),
      );
    },
    repeats: true,
    isAvailable: (deps) => stateOf(deps).hasFirstFrame && !stateOf(deps).isPlayRequested,
  };
}

export function changeVolume(by: number, keys: readonly string[]): Shortcut {
  return {
    name: by > 0 ? 'volume_up' : 'volume_down',
    group: 'sound',
    keys,
    label: () => t(by > 0 ? 'shortcut.volumeUp' : 'shortcut.volumeDown'),
    run(deps) {
      deps.controller.setVolume(stateOf(deps).volume + by);
      if (by > 0) deps.controller.unMute();
    },
    announcement: saysVolume,
    repeats: true,
  };
}

export function saysVolume(deps: ShortcutDeps): string {
  const { volume, isMuted } = stateOf(deps);
  return isMuted ? t('said.muted') : t('said.volume', { percent: tPercent(volume / 100) });
}

export function changeSpeed(isFaster: boolean, keys: readonly string[]): Shortcut {
  return {
    name: 'speed',
    group: 'playback',
    keys,
    label: () => t(isFaster ? 'shortcut.faster' : 'shortcut.slower'),
    run(deps) {
      const { playbackRate } = stateOf(deps);
      const next = isFaster
        ? playbackRates.find((rate) => rate > playbackRate)
        : playbackRates.findLast((rate) => rate < playbackRate);
      if (next !== undefined) deps.controller.setPlaybackRate(next);
    },
    announcement: (deps) => t('said.speed', { rate: rateLabel(stateOf(deps).playbackRate) }),
    repeats: true,
    isAvailable: (deps) => !stateOf(deps).isLive,
  };
}

export function changeCaptionsSize(by: 1 | -1, keys: readonly string[]): Shortcut {
  return {
    name: 'captions_size',
    group: 'captions',
    keys,
    shownKeys: keys.slice(0, 1),
    label: () => t(by > 0 ? 'shortcut.captionsLarger' : 'shortcut.captionsSmaller'),
    run(deps) {
      const next =
        captionsFontSizes[captionsFontSizes.indexOf(stateOf(deps).captionsFontSize) + by];
      if (next !== undefined) deps.controller.setCaptionsFontSize(next);
    },
    announcement: (deps) =>
      t('said.captionsSize', { size: captionsSizeLabel(stateOf(deps).captionsFontSize) }),
    repeats: true,
    isAvailable: (deps) => stateOf(deps).captionsLanguage !== null,
  };
}
