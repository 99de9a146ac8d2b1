import { visualElementLimits } from '../../shared/limits.ts';

/** The viewer's clicks and keys, for whoever takes them: kept until the controls' script has come. */
export interface EarlyGestures {
  /** Gets those that came before, and from here on each at once. */
  take(listener: (event: Event) => void): void;
}

/** The only listeners for gestures; they see also what a control keeps for itself. */
export function watchEarlyGestures(root: HTMLElement, signal: AbortSignal): EarlyGestures {
  let early: Event[] = [];
  let take = (event: Event) => {
    if (early.length < visualElementLimits.earlyGesturesCount) early.push(event);
  };
  for (const name of ['click', 'keydown'] as const) {
    root.addEventListener(name, (event) => take(event), { signal, capture: true, passive: true });
  }
  return {
    take(listener) {
      take = listener;
      early.forEach(listener);
      early = [];
    },
  };
}
