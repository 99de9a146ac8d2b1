import type { VisibilityState } from '../../shared/page-state.ts';
import { nextVisibilityState, type VisibilityEvent } from './visibility.ts';

/**
 * Tells whether the page is seen, and whether the viewer works in it, at once and with each change. In a frame focus and blur
 * come whenever the viewer goes from the host's page to the player or back: only `hidden` means that nobody sees it.
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

  const look = () => {
    if (document.visibilityState === 'hidden') dispatch('hidden');
    // Browsers differ in whether the focus comes before or after; no event tells of one that stayed.
    else if (document.hasFocus()) dispatch('shown', 'focus');
    else dispatch('shown');
  };
  look();
  document.addEventListener('visibilitychange', look, { signal });
  for (const name of ['focus', 'blur'] as const)
    addEventListener(name, () => dispatch(name), { signal });
}
