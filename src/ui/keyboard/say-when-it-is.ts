import { keyboardLimits } from '../../../shared/keyboard-limits.ts';
import type { PlayerStore } from '../../player/player-store.ts';
import type { Announcer } from '../announcer.ts';

/**
 * Says what is the case once keys have rested, so that a held key is said once; and what becomes the case later than that.
 * @returns called before a key acts; what it returns is called right after
 */
export function sayWhenItIs(
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

    function tell(): void {
      announcer.say(read());
      if (read() !== before) forget();
    }
    function watch(): void {
      stop = store.subscribe(() => {
        if (read() !== before) tell();
      });
    }
    return () => {
      if (isAwaited) watch();
      else
        timer = setTimeout(() => {
          tell();
          if (read() === before) watch();
        }, keyboardLimits.sayAfterMs);
    };
  };
}
