import { playerLimits } from '../../../shared/limits/player-limits.ts';
import { type Early, keepEarly } from '../../page/keep-early.ts';

/**
 * The viewer's clicks and keys. Those from before the listener's script has loaded are kept for it.
 */
export type EarlyGestures = Pick<Early<Event>, 'subscribe'>;

/** The only gesture listeners. They capture, so they also see events that a control stops. */
export function watchEarlyGestures(root: HTMLElement, signal: AbortSignal): EarlyGestures {
  const gestures = keepEarly<Event>(playerLimits.earlyGesturesCount);
  for (const name of ['click', 'keydown'] as const) {
    root.addEventListener(name, gestures.add, { signal, capture: true, passive: true });
  }
  return gestures;
}
