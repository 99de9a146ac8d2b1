import { err, ok, type Result } from '../../../shared/tools/result.ts';

/** A name, or several joined by dots. */
const pathPattern = /^[A-Za-z_$][\w$]{0,99}(\.[A-Za-z_$][\w$]{0,99}){0,9}$/;

/** @param playerId id of the player's element */
export type ApiCallback = (playerId: string, embed: unknown) => void;

/**
 * Finds the function that `jsapicallback` names. Only own properties count, so inherited functions
 * are never called.
 * @param path `onPlayerReady` or `provider.player.ready`
 * @param scope the page's window
 */
export function findCallback(path: unknown, scope: object): Result<ApiCallback, 'BAD_CALLBACK'> {
  if (typeof path !== 'string' || !pathPattern.test(path))
    return err(
      'BAD_CALLBACK',
      'This is not a function name: use one such as onPlayerReady or provider.onPlayerReady.',
    );
  let holder: unknown = null;
  let found: unknown = scope;
  try {
    for (const name of path.split('.')) {
      holder = found;
      found = Object.hasOwn(Object(found), name) ? Object(found)[name] : undefined;
    }
  } catch {
    // A getter threw, or the object belongs to another origin.
    found = undefined;
  }
  if (typeof found !== 'function')
    return err(
      'BAD_CALLBACK',
      `The page has no function ${path}: define it before the player is ready, or in the assets.js script.`,
    );
  const call = found;
  return ok((playerId, embed) => void Reflect.apply(call, holder, [playerId, embed]));
}
