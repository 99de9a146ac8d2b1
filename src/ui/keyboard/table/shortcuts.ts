import { keyboardLimits } from '../../../../shared/limits/keyboard-limits.ts';
import { seekWindow } from '../../controls/seek-window.ts';
import { toggleCaptions } from '../../controls/toggle-captions.ts';
import { tPercent } from '../../controls/translation/localized.ts';
import { t } from '../../controls/translation/translate.ts';
import { captionsName } from '../../panels/settings/captions-name.ts';
import { togglePlay } from '../../shell/toggle-play.ts';
import type { Shortcut } from './shortcut.ts';
import {
  changeCaptionsSize,
  changeSpeed,
  changeVolume,
  saysPlace,
  saysVolume,
  seekBy,
  stateOf,
  step,
} from './step-shortcuts.ts';

/** The same keys as on YouTube. */
export const shortcuts: readonly Shortcut[] = [
  {
    name: 'toggle_play',
    group: 'playback',
    keys: [' ', 'k'],
    label: () => t('shortcut.togglePlay'),
    run: ({ controller, store }) => togglePlay(controller, store),
    announcement: (deps) => t(stateOf(deps).isPlayRequested ? 'said.playing' : 'said.paused'),
  },
  changeSpeed(false, ['<']),
  changeSpeed(true, ['>']),
  {
    name: 'next',
    group: 'playback',
    keys: ['Shift+n'],
    label: () => t('next'),
    run: ({ controller }) => controller.nextVideo(),
    announcement: (deps) => stateOf(deps).title,
    isAwaited: true,
    isAvailable(deps) {
      const { playlist } = stateOf(deps);
      return playlist !== null && playlist.index + 1 < playlist.videoIds.length;
    },
  },
  {
    name: 'previous',
    group: 'playback',
    keys: ['Shift+p'],
    label: () => t('previous'),
    run: ({ controller }) => controller.previousVideo(),
    announcement: (deps) => stateOf(deps).title,
    isAwaited: true,
    isAvailable: (deps) => (stateOf(deps).playlist?.index ?? 0) > 0,
  },
  seekBy(-keyboardLimits.smallSeekSec, ['ArrowLeft']),
  seekBy(keyboardLimits.smallSeekSec, ['ArrowRight']),
  seekBy(-keyboardLimits.largeSeekSec, ['j']),
  seekBy(keyboardLimits.largeSeekSec, ['l']),
  {
    name: 'seek_start',
    group: 'seeking',
    keys: ['Home'],
    label: () => t('shortcut.seekStart'),
    run: (deps) => deps.controller.seekTo(seekWindow(stateOf(deps)).start),
    announcement: saysPlace,
  },
  {
    name: 'seek_end',
    group: 'seeking',
    keys: ['End'],
    label: () => t('shortcut.seekEnd'),
    run: (deps) => deps.controller.seekTo(seekWindow(stateOf(deps)).end),
    announcement: saysPlace,
  },
  {
    name: 'seek_percent',
    group: 'seeking',
    keys: [...'0123456789'],
    shownKeys: ['0–9'],
    label: () => t('shortcut.seekPercent', { from: tPercent(0), to: tPercent(0.9) }),
    run(deps, key) {
      const { start, end } = seekWindow(stateOf(deps));
      deps.controller.seekTo(start + ((end - start) * Number(key)) / 10);
    },
    announcement: saysPlace,
  },
  step(-1, [',']),
  step(1, ['.']),
  changeVolume(keyboardLimits.volumeStep, ['ArrowUp']),
  changeVolume(-keyboardLimits.volumeStep, ['ArrowDown']),
  {
    name: 'toggle_mute',
    group: 'sound',
    keys: ['m'],
    label: () => t('shortcut.toggleMute'),
    run(deps) {
      if (stateOf(deps).isMuted) deps.controller.unMute();
      else deps.controller.mute();
    },
    announcement: saysVolume,
  },
  {
    name: 'toggle_captions',
    group: 'captions',
    keys: ['c'],
    label: () => t('shortcut.toggleCaptions'),
    run: ({ controller, store, languages }) => toggleCaptions(controller, store, languages()),
    announcement(deps) {
      const { captionTracks, captionsLanguage } = stateOf(deps);
      const track = captionTracks.find(({ languageCode }) => languageCode === captionsLanguage);
      return track === undefined
        ? t('said.captionsOff')
        : t('said.captions', { name: captionsName(track) });
    },
    isAvailable: (deps) => stateOf(deps).captionTracks.length > 0,
  },
  changeCaptionsSize(1, ['+', '=']),
  changeCaptionsSize(-1, ['-', '_']),
  {
    name: 'toggle_fullscreen',
    group: 'view',
    keys: ['f'],
    label: () => t('shortcut.toggleFullscreen'),
    run: ({ controller }) => controller.toggleFullscreen(),
    announcement: (deps) =>
      t(stateOf(deps).isFullscreen ? 'said.fullscreen' : 'said.notFullscreen'),
    isPossible: ({ allowFullscreen }) => allowFullscreen,
  },
  {
    name: 'toggle_picture_in_picture',
    group: 'view',
    keys: ['i'],
    label: () => t('shortcut.pictureInPicture'),
    run: ({ pictureInPicture }) => pictureInPicture.toggle(),
    announcement: ({ pictureInPicture }) =>
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
    isAvailable: ({ panels }) => panels.getState().name !== null,
  },
];
