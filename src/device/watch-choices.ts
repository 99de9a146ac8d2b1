import { playerLimits } from '../../shared/limits.ts';
import { type Early, keepEarly } from '../keep-early.ts';
import type { Controller } from '../player/controller.ts';
import type { PlayerState } from '../player/player-state.ts';
import type { PlayerStore } from '../player/player-store.ts';

/** Somebody sets something: `what` is the viewer's action, or the controller's function that a host uses. */
export interface Choice {
  by: 'viewer' | 'host';
  what: PropertyKey;
  /** Of a viewer's choice right after it, of a host's right before. */
  state: PlayerState;
}

/** Who has set what, for the script that keeps viewers' preferences. */
export interface Choices extends Pick<Early<Choice>, 'take'> {
  add(by: Choice['by'], what: PropertyKey): void;
}

export function watchChoices(store: PlayerStore): Choices {
  const { add, take } = keepEarly<Choice>(playerLimits.earlyChoicesCount);
  return { add: (by, what) => add({ by, what, state: store.getState() }), take };
}

/** The controller for hosts, in whatever protocol: what they set is not the viewer's choice. */
export function asHost(controller: Controller, choices: Choices): Controller {
  return new Proxy(controller, {
    get(target, name) {
      // Hosts may command any number of times; the rest sets nothing that is remembered.
      if (/^set|ute$/.test(String(name))) choices.add('host', name);
      return Reflect.get(target, name);
    },
  });
}
