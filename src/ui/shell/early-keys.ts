import { playerLimits } from '../../../shared/limits/player-limits.ts';
import { type Early, keepEarly } from '../../page/keep-early.ts';

/** The viewer's keys. Those from before the keyboard script has loaded are kept for it. */
export type EarlyKeys = Pick<Early<KeyboardEvent>, 'subscribe'>;

/**
 * Listens on the document, because keys go to the body while nothing has the focus. Keeps nothing
 * if the keyboard is disabled.
 */
export function watchEarlyKeys(isOff: boolean, signal: AbortSignal): EarlyKeys {
  const keys = keepEarly<KeyboardEvent>(playerLimits.earlyKeysCount);
  if (isOff) return keys;
  document.addEventListener(
    'keydown',
    (event) => {
      // Otherwise the host's page would scroll by one screen.
      if (event.key === ' ' && event.target === document.body) event.preventDefault();
      keys.add(event);
    },
    { signal },
  );
  return keys;
}
