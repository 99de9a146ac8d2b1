import type { Variable } from '../../shared/player-args.ts';
import { whenIdle } from '../lifecycle/when-idle.ts';
import { mountShell } from './mount-shell.ts';
import type { AddProblem } from './tell-problems.ts';

export interface MountDeps {
  /** The web player context config. Its `rootElementId` is taken away where the page has no such element. */
  context: Record<string, Variable>;
  add: AddProblem;
  signal: AbortSignal;
}

/** Sees to it that there is a player where the config wants it, or that somebody hears why there is none. */
export async function mountPlayer({ context, add, signal }: MountDeps): Promise<void> {
  const { rootElementId: id = '' } = context;
  const findPlace = () => (id === '' ? null : document.getElementById(`${id}`));
  const hasPlayer = () => document.querySelector('.player') !== null;
  if (id === '' && hasPlayer()) return;
  // Scripts of the page may still make it.
  if (findPlace() === null) await whenIdle();
  if (signal.aborted) return;
  const place = findPlace();
  if (place !== null) return mountShell(place);
  // Whoever looks for the player then takes the one that the page has.
  delete context.rootElementId;
  if (id === '' && hasPlayer()) return;
  const field = 'webPlayerContextConfig.rootElementId';
  const wrong = `There is no element ${id ? `with the id ${id}` : 'for the player'}: use the id of an existing one.`;
  if (hasPlayer()) return add('NO_ELEMENT', field, `${wrong} The page’s own element is used.`);
  const message = `${wrong} Until then, there is no player.`;
  add('NO_ELEMENT', field, message);
  // Nobody sees a player that could show it: the page's developer reads it on the console.
  reportError(new Error(message));
}
