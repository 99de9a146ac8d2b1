import { playerLimits } from '../../../shared/limits/player-limits.ts';
import type { ViewerAction } from '../../../shared/telemetry/viewer-action.ts';
import { type Early, keepEarly } from '../../page/keep-early.ts';
import type { Controller } from '../../player/session/controller.ts';
import type { PlayerState } from '../../player/state/player-state.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';

/** The controller's setters. Each is in one of the two lists below. */
export type Setter = Extract<keyof Controller, `set${string}` | 'mute' | 'unMute'>;

/** Setters whose values are not remembered. */
export type PassingSetter = 'setCurrentTime' | 'setLoop' | 'setShuffle';

/** Setters whose values are remembered as the viewer's preferences. */
const preferenceSetters = [
  'setVolume',
  'mute',
  'unMute',
  'setPlaybackRate',
  'setQuality',
  'setQualityHeight',
  'setCaptions',
  'setCaptionsFontSize',
  'setCaptionStyle',
  'setAudioTrack',
] as const satisfies readonly Setter[];
export type PreferenceSetter = (typeof preferenceSetters)[number];

/** A setting made by the viewer or the host. */
type Chosen = { by: 'viewer'; what: ViewerAction } | { by: 'host'; what: PreferenceSetter };

export type Choice = Chosen & {
  /** The state right after a viewer's action, or right before a host's call. */
  state: PlayerState;
};

/** Settings by viewer and host, for the script that stores the viewer's preferences. */
export interface Choices extends Pick<Early<Choice>, 'subscribe'> {
  add(chosen: Chosen): void;
}

export function watchChoices(store: PlayerStore): Choices {
  const { add, subscribe } = keepEarly<Choice>(playerLimits.earlyChoicesCount);
  return { add: (chosen) => add({ ...chosen, state: store.getState() }), subscribe };
}

/**
 * Wraps the controller for hosts, in any protocol. A host's setting is not the viewer's preference.
 */
export function asHost(controller: Controller, choices: Choices): Controller {
  return new Proxy(controller, {
    get(target, name) {
      // Only these are kept: hosts may send any number of other commands.
      const what = preferenceSetters.find((setter) => setter === name);
      if (what !== undefined) choices.add({ by: 'host', what });
      return Reflect.get(target, name);
    },
  });
}
