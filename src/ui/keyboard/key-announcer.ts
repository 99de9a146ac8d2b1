import { keyboardLimits } from '../../../shared/limits/keyboard-limits.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';
import type { Announcer } from '../controls/announcer.ts';

/**
 * Announces the new state once the keys have rested, so that a held key is announced once. If the
 * state changes only after that, announces it then.
 * @returns call it before a key acts, and call the function that it returns right after
 */
export function createKeyAnnouncer(
  store: PlayerStore,
  announcer: Announcer,
): (read: () => string, isAwaited: boolean) => () => void {
  let forget = (): void => undefined;

  return (read, isAwaited) => {
    forget();
    const before = read();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stop = (): void => undefined;
    forget = () => {
      clearTimeout(timer);
      stop();
    };

    function announce(): void {
      announcer.announce(read());
      if (read() !== before) forget();
    }
    function watch(): void {
      stop = store.subscribe(() => {
        if (read() !== before) announce();
      });
    }
    return () => {
      if (isAwaited) watch();
      else
        timer = setTimeout(() => {
          announce();
          if (read() === before) watch();
        }, keyboardLimits.announceAfterMs);
    };
  };
}
