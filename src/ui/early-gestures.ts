import { playerLimits } from '../../shared/limits.ts';
import { type Early, keepEarly } from '../keep-early.ts';

/** The viewer's clicks and keys, for whoever takes them: kept until the controls' script has come. */
export type EarlyGestures = Pick<Early<Event>, 'take'>;

/** The only listeners for gestures; they see also what a control keeps for itself. */
export function watchEarlyGestures(root: HTMLElement, signal: AbortSignal): EarlyGestures {
  const gestures = keepEarly<Event>(playerLimits.earlyGesturesCount);
  for (const name of ['click', 'keydown'] as const) {
    root.addEventListener(name, gestures.add, { signal, capture: true, passive: true });
  }
  return gestures;
}
