import type { ViewerAction } from '../../../../shared/telemetry/viewer-action.ts';
import type { Player } from '../../../boot/player.ts';
import type { PanelStore } from '../../controls/panels/panel-store.ts';
import type { PictureInPicture } from '../../controls/picture-in-picture.ts';

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
  announcement?: (deps: ShortcutDeps) => string;
  /** The announcement waits until another video has loaded. */
  isAwaited?: true;
  /** The action repeats while the key is held down. */
  repeats?: true;
  /** Whether this page and browser support it at all; if not, the help omits it. */
  isPossible?: (deps: ShortcutDeps) => boolean;
  /** Whether it applies now; if not, the key is left to the page and the browser. */
  isAvailable?: (deps: ShortcutDeps) => boolean;
}
