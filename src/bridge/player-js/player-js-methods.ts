import type { Controller } from '../../player/session/controller.ts';
import type { PlayerState } from '../../player/state/player-state.ts';
import { withNumber } from '../read-argument.ts';
import type { playerJsMethods } from './announce-player-js.ts';

type Method = (typeof playerJsMethods)[number];
type Getter = Extract<Method, `get${string}`>;
type Command = Exclude<Method, Getter | `${string}EventListener`>;

/** Getters are answered with an event of the same name. */
export const playerJsGetters: Readonly<Record<Getter, (state: PlayerState) => unknown>> = {
  getPaused: (state) => !state.isPlayRequested,
  getMuted: (state) => state.isMuted,
  getVolume: (state) => state.volume,
  getDuration: (state) => state.duration,
  getCurrentTime: (state) => state.currentTime,
  getLoop: (state) => state.isLooping,
};

/** Commands. An invalid value does nothing. */
export const playerJsCommands: Readonly<
  Record<Command, (controller: Controller, value: unknown) => void>
> = {
  play: (controller) => controller.play(),
  pause: (controller) => controller.pause(),
  mute: (controller) => controller.mute(),
  unmute: (controller) => controller.unMute(),
  setVolume: (controller, value) => withNumber(value, controller.setVolume),
  setCurrentTime: (controller, value) => withNumber(value, controller.setCurrentTime),
  setLoop: (controller, value) => controller.setLoop(Boolean(value)),
};
