import type { VisibilityState } from '../../../shared/rpc/page-state.ts';
import { nextVisibilityState, type VisibilityEvent } from './visibility.ts';

/**
 * Reports whether the page is visible and has the focus, at once and on each change. In a frame,
 * focus and blur also fire when the viewer moves between host page and player, so only `hidden`
 * means that the page is not visible.
 */
export function watchVisibility(
  onChange: (state: VisibilityState, previous: VisibilityState) => void,
  signal: AbortSignal,
): void {
  let state: VisibilityState = 'unknown';

  function dispatch(...events: VisibilityEvent[]): void {
    const previous = state;
    state = events.reduce(nextVisibilityState, previous);
    if (state !== previous) onChange(state, previous);
  }

  const check = () => {
    if (document.visibilityState === 'hidden') dispatch('hidden');
    // Browsers differ in whether focus fires before or after this event, and a focus that stayed
    // fires none.
    else if (document.hasFocus()) dispatch('shown', 'focus');
    else dispatch('shown');
  };
  check();
  document.addEventListener('visibilitychange', check, { signal });
  for (const name of ['focus', 'blur'] as const)
    addEventListener(name, () => dispatch(name), { signal });
}
