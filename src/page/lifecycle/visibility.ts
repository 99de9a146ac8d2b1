import type { VisibilityState } from '../../../shared/rpc/page-state.ts';

export type VisibilityEvent = 'shown' | 'hidden' | 'focus' | 'blur';

const seen = { hidden: 'hidden', focus: 'foregrounded', blur: 'backgrounded' } as const;

const transitions: Readonly<
  Record<VisibilityState, Partial<Record<VisibilityEvent, VisibilityState>>>
> = {
  unknown: { ...seen, shown: 'visible' },
  visible: seen,
  // A hidden page may keep the focus; the focus counts once the page is shown.
  hidden: { shown: 'visible' },
  foregrounded: seen,
  backgrounded: seen,
};

/** @returns the next state; the same state if the event does not apply */
export function nextVisibilityState(
  state: VisibilityState,
  event: VisibilityEvent,
): VisibilityState {
  return transitions[state][event] ?? state;
}
