import { Player } from '../../../sdk/player.ts';
import type { PlayerOptions } from '../../../sdk/player-options.ts';
import { fakeHost, openFakeEmbed } from './fake-embed.ts';

const made: Player[] = [];

/** Destroys a test’s players and empties the page. */
export function removePlayers(): void {
  for (const player of made.splice(0)) player.destroy();
  document.body.replaceChildren();
}

/**
 * Puts HTML into the page.
 * @returns its first element
 */
export function put(html: string): HTMLElement {
  document.body.innerHTML = html;
  return document.body.firstElementChild as HTMLElement;
}

export function makePlayer(
  options: PlayerOptions = {},
  element: HTMLElement | string = put('<div></div>'),
): Player {
  const player = new Player(element, { host: fakeHost, videoId: 'offstage001', ...options });
  made.push(player);
  return player;
}

/** A player whose frame has answered. */
export async function makeReadyPlayer(options: PlayerOptions = {}) {
  const ready = Promise.withResolvers<void>();
  const player = makePlayer(options);
  player.addEventListener('onReady', () => ready.resolve());
  const embed = await openFakeEmbed(player.getIframe());
  embed.answer();
  await ready.promise;
  return { player, embed };
}
