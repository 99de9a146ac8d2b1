import type { Controller } from '../player/controller.ts';
import type { PlayerStore } from '../player/player-store.ts';

export function togglePlay(controller: Controller, store: PlayerStore): void {
  if (store.getState().isPlayRequested) controller.pause();
  else controller.play();
}
