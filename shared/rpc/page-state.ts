import type { ProviderLogEntry } from '../telemetry/provider-log.ts';

/**
 * Visibility of this frame (specification §4, "Visibility"):
 * - `unknown`: not yet known
 * - `visible`: visible, focus unknown
 * - `hidden`: not visible
 * - `foregrounded`: visible and focused
 * - `backgrounded`: visible, with the focus elsewhere, such as in the host's page
 */
export type VisibilityState = 'unknown' | 'visible' | 'hidden' | 'foregrounded' | 'backgrounded';

/**
 * Specification §4, "Navigation state": an embed navigates when another video replaces the current
 * one.
 */
export type NavigationState = 'none' | 'application_navigating';

/** State that holds until the page sends another. Services that start later receive it too. */
export type PageState =
  | { type: 'visibility'; state: VisibilityState }
  | { type: 'navigation'; state: NavigationState }
  /**
   * The page's copy of the provider log, including entries of services that died. From then on the
   * services send it the waiting entries.
   */
  | { type: 'provider_log'; entries: readonly ProviderLogEntry[] }
  /** A video is playing, or waits for data to continue. */
  | { type: 'playing'; isPlaying: boolean }
  /** A video has started to play, so probes of this browser may start. */
  | { type: 'played' };
