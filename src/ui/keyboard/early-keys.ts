import { playerLimits } from '../../../shared/limits.ts';
import { type Early, keepEarly } from '../../keep-early.ts';

/** The viewer's keys, for the script that obeys them: kept until it has come. */
export type EarlyKeys = Pick<Early<KeyboardEvent>, 'take'>;

/** Listens on the document: while nothing has the focus, keys go to the body. Where the keyboard is off nothing is kept. */
export function watchEarlyKeys(isOff: boolean, signal: AbortSignal): EarlyKeys {
  const keys = keepEarly<KeyboardEvent>(playerLimits.earlyKeysCount);
  if (isOff) return keys;
  document.addEventListener(
    'keydown',
    (event) => {
      // The page around the player would scroll by a screen.
      if (event.key === ' ' && event.target === document.body) event.preventDefault();
      keys.add(event);
    },
    { signal },
  );
  return keys;
}
