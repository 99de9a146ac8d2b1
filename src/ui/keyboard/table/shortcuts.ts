import { keyboardLimits } from '../../../../shared/limits/keyboard-limits.ts';
import type { ViewerAction } from '../../../../shared/telemetry/viewer-action.ts';
import type { Player } from '../../../boot/player.ts';
import { captionsFontSizes, playbackRates } from '../../../player/session/controller.ts';
import type { PlayerState } from '../../../player/state/player-state.ts';
import type { PanelStore } from '../../controls/panels/panel-store.ts';
import type { PictureInPicture } from '../../controls/picture-in-picture.ts';
import { spokenPlace } from '../../controls/seek-value-text.ts';
import { seekWindow } from '../../controls/seek-window.ts';
import { toggleCaptions } from '../../controls/toggle-captions.ts';
import { tDuration, tPercent } from '../../controls/translation/localized.ts';
import { t } from '../../controls/translation/translate.ts';
import { captionsName } from '../../panels/settings/captions-name.ts';
import { captionsSizeLabel } from '../../panels/settings/captions-size-label.ts';
import { togglePlay } from '../../shell/toggle-play.ts';
import { frameLengthSec } from '../frame-rate.ts';
import { rateLabel } from './rate-label.ts';

export interface ShortcutDeps extends Pick<Player, 'store' | 'controller' | 'languages'> {
  video: HTMLVideoElement;
  pictureInPicture: PictureInPicture;
  panels: PanelStore;
  /** Without controls there are no panels. */
  hasControls: boolean;
  allowFullscreen: boolean;
}

export const shortcutGroups = ['playback', 'seeking', 'sound', 'captions', 'view'] as const;

/**
 * One action and its keys. The key handler and the help use the same list, so the help is always
 * correct.
 */
export interface Shortcut {
  /** Name in the log; equal to that of the control that does the same. */
  name: ViewerAction;
  group: (typeof shortcutGroups)[number];
  /** Names as `readKey` returns them. */
  keys: readonly string[];
  /** Keys that the help shows, if not all of them. */
  shownKeys?: readonly string[];
  label: () => string;
  run(deps: ShortcutDeps, key: string): void;
  /** Announcement for screen readers: the state after the action. */
  says?: (deps: ShortcutDeps) => string;
  /** The announcement waits until another video has loaded. */
  isAwaited?: true;
  /** The action repeats while the key is held down. */
  repeats?: true;
  /** Whether this page and browser support it at all; if not, the help omits it. */
  isPossible?: (deps: ShortcutDeps) => boolean;
  /** Whether it applies now; if not, the key is left to the page and the browser. */
  isThere?: (deps: ShortcutDeps) => boolean;
}

const { smallSeekSec, largeSeekSec, volumeStep } = keyboardLimits;
const state = ({ store }: ShortcutDeps): PlayerState => store.getState();
const saysPlace = (deps: ShortcutDeps) => spokenPlace(state(deps));

function seekBy(seconds: number, keys: readonly string[]): Shortcut {
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
      deps.controller.seekTo(Math.max(0, state(deps).currentTime + seconds));
    },
    says: saysPlace,
    repeats: true,
  };
}

function step(frames: 1 | -1, keys: readonly string[]): Shortcut {
  return {
    name: frames > 0 ? 'frame_forward' : 'frame_back',
    group: 'seeking',
    keys,
    label: () => t(frames > 0 ? 'shortcut.frameForward' : 'shortcut.frameBack'),
    run(deps) {
      deps.controller.seekTo(
        Math.max(0, state(deps).currentTime + frames * frameLengthSec(deps.video)),
      );
    },
    repeats: true,
    isThere: (deps) => state(deps).hasFirstFrame && !state(deps).isPlayRequested,
  };
}

function changeVolume(by: number, keys: readonly string[]): Shortcut {
  return {
    name: by > 0 ? 'volume_up' : 'volume_down',
    group: 'sound',
    keys,
    label: () => t(by > 0 ? 'shortcut.volumeUp' : 'shortcut.volumeDown'),
    run(deps) {
      deps.controller.setVolume(state(deps).volume + by);
      if (by > 0) deps.controller.unMute();
    },
    says: saysVolume,
    repeats: true,
  };
}

function saysVolume(deps: ShortcutDeps): string {
  const { volume, isMuted } = state(deps);
  return isMuted ? t('said.muted') : t('said.volume', { percent: tPercent(volume / 100) });
}

function changeSpeed(isFaster: boolean, keys: readonly string[]): Shortcut {
  return {
    name: 'speed',
    group: 'playback',
    keys,
    label: () => t(isFaster ? 'shortcut.faster' : 'shortcut.slower'),
    run(deps) {
      const { playbackRate } = state(deps);
      const next = isFaster
        ? playbackRates.find((rate) => rate > playbackRate)
        : playbackRates.findLast((rate) => rate < playbackRate);
      if (next !== undefined) deps.controller.setPlaybackRate(next);
    },
    says: (deps) => t('said.speed', { rate: rateLabel(state(deps).playbackRate) }),
    repeats: true,
    isThere: (deps) => !state(deps).isLive,
  };
}

function changeCaptionsSize(by: 1 | -1, keys: readonly string[]): Shortcut {
  return {
    name: 'captions_size',
    group: 'captions',
    keys,
    shownKeys: keys.slice(0, 1),
    label: () => t(by > 0 ? 'shortcut.captionsLarger' : 'shortcut.captionsSmaller'),
    run(deps) {
      const next = captionsFontSizes[captionsFontSizes.indexOf(state(deps).captionsFontSize) + by];
      if (next !== undefined) deps.controller.setCaptionsFontSize(next);
    },
    says: (deps) =>
      t('said.captionsSize', { size: captionsSizeLabel(state(deps).captionsFontSize) }),
    repeats: true,
    isThere: (deps) => state(deps).captionsLanguage !== null,
  };
}

/** The same keys as on YouTube. */
export const shortcuts: readonly Shortcut[] = [
  {
    name: 'toggle_play',
    group: 'playback',
    keys: [' ', 'k'],
    label: () => t('shortcut.togglePlay'),
    run: ({ controller, store }) => togglePlay(controller, store),
    says: (deps) => t(state(deps).isPlayRequested ? 'said.playing' : 'said.paused'),
  },
  changeSpeed(false, ['<']),
  changeSpeed(true, ['>']),
  {
    name: 'next',
    group: 'playback',
    keys: ['Shift+n'],
    label: () => t('next'),
    run: ({ controller }) => controller.nextVideo(),
    says: (deps) => state(deps).title,
    isAwaited: true,
    isThere(deps) {
      const { playlist } = state(deps);
      return playlist !== null && playlist.index + 1 < playlist.videoIds.length;
    },
  },
  {
    name: 'previous',
    group: 'playback',
    keys: ['Shift+p'],
    label: () => t('previous'),
    run: ({ controller }) => controller.previousVideo(),
    says: (deps) => state(deps).title,
    isAwaited: true,
    isThere: (deps) => (state(deps).playlist?.index ?? 0) > 0,
  },
  seekBy(-smallSeekSec, ['ArrowLeft']),
  seekBy(smallSeekSec, ['ArrowRight']),
  seekBy(-largeSeekSec, ['j']),
  seekBy(largeSeekSec, ['l']),
  {
    name: 'seek_start',
    group: 'seeking',
    keys: ['Home'],
    label: () => t('shortcut.seekStart'),
    run: (deps) => deps.controller.seekTo(seekWindow(state(deps)).start),
    says: saysPlace,
  },
  {
    name: 'seek_end',
    group: 'seeking',
    keys: ['End'],
    label: () => t('shortcut.seekEnd'),
    run: (deps) => deps.controller.seekTo(seekWindow(state(deps)).end),
    says: saysPlace,
  },
  {
    name: 'seek_percent',
    group: 'seeking',
    keys: [...'0123456789'],
    shownKeys: ['0–9'],
    label: () => t('shortcut.seekPercent', { from: tPercent(0), to: tPercent(0.9) }),
    run(deps, key) {
      const { start, end } = seekWindow(state(deps));
      deps.controller.seekTo(start + ((end - start) * Number(key)) / 10);
    },
    says: saysPlace,
  },
  step(-1, [',']),
  step(1, ['.']),
  changeVolume(volumeStep, ['ArrowUp']),
  changeVolume(-volumeStep, ['ArrowDown']),
  {
    name: 'toggle_mute',
    group: 'sound',
    keys: ['m'],
    label: () => t('shortcut.toggleMute'),
    run(deps) {
      if (state(deps).isMuted) deps.controller.unMute();
      else deps.controller.mute();
    },
    says: saysVolume,
  },
  {
    name: 'toggle_captions',
    group: 'captions',
    keys: ['c'],
    label: () => t('shortcut.toggleCaptions'),
    run: ({ controller, store, languages }) => toggleCaptions(controller, store, languages()),
    says(deps) {
      const { captionTracks, captionsLanguage } = state(deps);
      const track = captionTracks.find(({ languageCode }) => languageCode === captionsLanguage);
      return track === undefined
        ? t('said.captionsOff')
        : t('said.captions', { name: captionsName(track) });
    },
    isThere: (deps) => state(deps).captionTracks.length > 0,
  },
  changeCaptionsSize(1, ['+', '=']),
  changeCaptionsSize(-1, ['-', '_']),
  {
    name: 'toggle_fullscreen',
    group: 'view',
    keys: ['f'],
    label: () => t('shortcut.toggleFullscreen'),
    run: ({ controller }) => controller.toggleFullscreen(),
    says: (deps) => t(state(deps).isFullscreen ? 'said.fullscreen' : 'said.notFullscreen'),
    isPossible: ({ allowFullscreen }) => allowFullscreen,
  },
  {
    name: 'toggle_picture_in_picture',
    group: 'view',
    keys: ['i'],
    label: () => t('shortcut.pictureInPicture'),
    run: ({ pictureInPicture }) => pictureInPicture.toggle(),
    says: ({ pictureInPicture }) =>
      t(pictureInPicture.isOn.get() ? 'said.pictureInPicture' : 'said.notPictureInPicture'),
    isPossible: ({ pictureInPicture }) => pictureInPicture.isPossible,
  },
  {
    name: 'shortcuts',
    group: 'view',
    keys: ['?'],
    label: () => t('shortcut.help'),
    run: ({ panels }) => panels.toggle('shortcuts'),
    isPossible: ({ hasControls }) => hasControls,
  },
  {
    name: 'close',
    group: 'view',
    keys: ['Escape'],
    label: () => t('shortcut.close'),
    run: ({ panels }) => panels.close(),
    isPossible: ({ hasControls }) => hasControls,
    isThere: ({ panels }) => panels.getState().name !== null,
  },
];
