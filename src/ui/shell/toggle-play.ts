import type { Controller } from '../../player/session/controller.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';

export function togglePlay(controller: Controller, store: PlayerStore): void {
  if (store.getState().isPlayRequested) controller.pause();
  else controller.play();
}
