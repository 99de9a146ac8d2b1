import type { NavigationState } from '../../../shared/rpc/page-state.ts';

/** `timed_out`: the next video has not appeared within 5 s, so later problems have other causes. */
export type NavigationEvent = 'started' | 'arrived' | 'timed_out';

/** Specification §4, "Navigation state", defines only these transitions. */
export function nextNavigationState(event: NavigationEvent): NavigationState {
  return event === 'started' ? 'application_navigating' : 'none';
}
