import type { VisibilityState } from '../../shared/page-state.ts';

export type VisibilityEvent = 'shown' | 'hidden' | 'focus' | 'blur';

const seen = { hidden: 'hidden', focus: 'foregrounded', blur: 'backgrounded' } as const;

const transitions: Readonly<
  Record<VisibilityState, Partial<Record<VisibilityEvent, VisibilityState>>>
> = {
  unknown: { ...seen, shown: 'visible' },
  visible: seen,
  // A page that nobody sees may have the focus all the same; it counts when the page shows.
  hidden: { shown: 'visible' },
  foregrounded: seen,
  backgrounded: seen,
};

/** @returns the state after an event; the same for one that means nothing in it */
export function nextVisibilityState(
  state: VisibilityState,
  event: VisibilityEvent,
): VisibilityState {
  return transitions[state][event] ?? state;
}
