import { Player } from '../../../sdk/offstage.ts';

// Fails to compile if our player does not fit programs written for YouTube's.
export const playerClass: typeof YT.Player = Player;
export const asTheirs = (player: Player): YT.Player => player;
export const withTheirOptions = (options: YT.PlayerOptions): Player =>
  new Player('player', options);
export const withTheirListener = (
  player: Player,
  listener: (event: YT.OnStateChangeEvent) => void,
): Player => player.addEventListener('onStateChange', listener);
