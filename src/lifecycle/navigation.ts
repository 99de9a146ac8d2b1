import type { NavigationState } from '../../shared/page-state.ts';

/** `timed_out`: the other video has not come in 5 s; whatever happens from here on has other causes. */
export type NavigationEvent = 'started' | 'arrived' | 'timed_out';

/** Specification §4, "Navigation state": it knows no way that leads on from either state but these. */
export function nextNavigationState(event: NavigationEvent): NavigationState {
  return event === 'started' ? 'application_navigating' : 'none';
}
