import { playerLimits } from '../../shared/limits.ts';
import type { ViewerAction } from '../../shared/viewer-action.ts';
import { type Early, keepEarly } from '../keep-early.ts';
import type { Controller } from '../player/controller.ts';
import type { PlayerState } from '../player/player-state.ts';
import type { PlayerStore } from '../player/player-store.ts';

/** The controller's setters. A new one does not compile before one of the two lists names it. */
type Setter = Extract<keyof Controller, `set${string}` | 'mute' | 'unMute'>;

/** Setters of what no page remembers. */
type PassingSetter = 'setCurrentTime' | 'setLoop' | 'setShuffle';

/** A setter of what pages remember as the viewer's preference. */
export type PreferenceSetter = Exclude<Setter, PassingSetter>;

const preferenceSetters: Readonly<Record<PreferenceSetter, true>> = {
  setVolume: true,
  mute: true,
  unMute: true,
  setPlaybackRate: true,
  setQuality: true,
  setCaptions: true,
  setCaptionsFontSize: true,
  setCaptionStyle: true,
  setAudioTrack: true,
};

/** Viewer or host set something. */
type Chosen = { by: 'viewer'; what: ViewerAction } | { by: 'host'; what: PreferenceSetter };

export type Choice = Chosen & {
  /** Right after a viewer's action; right before a host's call. */
  state: PlayerState;
};

/** Who has set what, for the script that keeps viewers' preferences. */
export interface Choices extends Pick<Early<Choice>, 'take'> {
  add(chosen: Chosen): void;
}

export function watchChoices(store: PlayerStore): Choices {
  const { add, take } = keepEarly<Choice>(playerLimits.earlyChoicesCount);
  return { add: (chosen) => add({ ...chosen, state: store.getState() }), take };
}

/** The controller for hosts, in any protocol. What a host sets is not the viewer's preference. */
export function asHost(controller: Controller, choices: Choices): Controller {
  return new Proxy(controller, {
    get(target, name) {
      // Only these count: hosts may send any number of other commands.
      if (isPreferenceSetter(name)) choices.add({ by: 'host', what: name });
      return Reflect.get(target, name);
    },
  });
}

function isPreferenceSetter(name: PropertyKey): name is PreferenceSetter {
  return Object.hasOwn(preferenceSetters, name);
}
