import type { Variable } from '../../../shared/player/player-args.ts';
import { whenIdle } from '../../page/lifecycle/when-idle.ts';
import { mountShell } from './mount-shell.ts';
import type { AddProblem } from './problem-log.ts';

export interface MountDeps {
  /**
   * The web player context config. `rootElementId` is deleted when the page has no such element.
   */
  context: Record<string, Variable>;
  add: AddProblem;
  signal: AbortSignal;
}

/** Puts a player where the config wants it, or reports why it cannot. */
export async function mountPlayer({ context, add, signal }: MountDeps): Promise<void> {
  const { rootElementId: id = '' } = context;
  const findPlace = () => (id === '' ? null : document.getElementById(`${id}`));
  const hasPlayer = () => document.querySelector('.player') !== null;
  if (id === '' && hasPlayer()) return;
  // Scripts of the page may still create the element.
  if (findPlace() === null) await whenIdle();
  if (signal.aborted) return;
  const place = findPlace();
  if (place !== null) return mountShell(place);
  // Later lookups then fall back to the page's existing player.
  delete context.rootElementId;
  if (id === '' && hasPlayer()) return;
  const field = 'webPlayerContextConfig.rootElementId';
  const wrong = `There is no element ${id ? `with the id ${id}` : 'for the player'}: use the id of an existing one.`;
  if (hasPlayer()) return add('NO_ELEMENT', field, `${wrong} The page’s own element is used.`);
  const message = `${wrong} Until then, there is no player.`;
  add('NO_ELEMENT', field, message);
  // No player can show this problem, so it goes to the console for the page's developer.
  reportError(new Error(message));
}
