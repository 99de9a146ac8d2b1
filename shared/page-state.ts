import type { ProviderLogEntry } from './provider-log.ts';

/**
 * Specification §4, "Visibility", of this frame: not known yet; seen, with the focus not known; not seen; seen and with the focus;
 * seen while the focus is elsewhere, such as in the host's page.
 */
export type VisibilityState = 'unknown' | 'visible' | 'hidden' | 'foregrounded' | 'backgrounded';

/** Specification §4, "Navigation state": an embed navigates when another video takes the place of the one on stage. */
export type NavigationState = 'none' | 'application_navigating';

/** What holds until the page says otherwise. Services that are started later are told it too. */
export type PageState =
  | { type: 'visibility'; state: VisibilityState }
  | { type: 'navigation'; state: NavigationState }
  /** What the page holds of the provider's log, of services that died too. It is told what waits from then on. */
  | { type: 'provider_log'; entries: readonly ProviderLogEntry[] }
  /** A video plays now, or waits for data to play on. */
  | { type: 'playing'; isPlaying: boolean }
  /** A video plays: what probes this browser may begin. */
  | { type: 'played' };
