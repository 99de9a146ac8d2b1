import { playerLimits } from '../../../shared/limits/player-limits.ts';
import { type Early, keepEarly } from '../../page/keep-early.ts';

/**
 * The viewer's clicks and keys. Those from before the listener's script has loaded are kept for it.
 */
export type EarlyGestures = Pick<Early<Event>, 'subscribe'>;

/**
 * The only gesture listeners. They capture, so they also see events that a control stops.
 * @param click from before this script
 */
export function watchEarlyGestures(
  root: HTMLElement,
  click: PointerEvent | undefined,
  signal: AbortSignal,
): EarlyGestures {
  const gestures = keepEarly<Event>(playerLimits.earlyGesturesCount);
  if (click) gestures.add(click);
  for (const name of ['click', 'keydown'] as const) {
    root.addEventListener(name, gestures.add, { signal, capture: true, passive: true });
  }
  return gestures;
}
