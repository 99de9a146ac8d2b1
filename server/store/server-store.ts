import type { EventStore } from './event-store.ts';
import type { KeptDimensions } from './reports/custom/kept-names.ts';
import type { Reports } from './reports/reports.ts';

type FeedName = 'events' | 'providerLog' | 'gaps' | 'errors' | 'feedback';

/** The steps of sinks, which work on each store by itself. */
export type SinkName =
  | 'copyEvents'
  | 'releaseCopy'
  | 'archiveEvents'
  | 'writeParquet'
  | 'releaseParquet';

/** The rows of one store, each kind with numbers of its own. */
export type StoreFeeds = Pick<EventStore, FeedName> & Pick<Reports, 'playbackRows'>;

/** The store of a server: one, or several as one. */
export interface ServerStore
  extends Omit<EventStore, FeedName | 'reports' | 'dimensions' | 'rebuildReports' | SinkName> {
  /** Those of each store. */
  feeds(): readonly StoreFeeds[];
  /** Those of each store. */
  dimensions(): readonly KeptDimensions[];
  reports: Pick<Reports, 'dashboard' | 'overview' | 'cost' | 'audience' | 'experiment'>;
}

/** @returns a store as a server works with it */
export function asServerStore(store: EventStore): ServerStore {
  const feeds = feedsOf(store);
  return { ...store, feeds: () => [feeds], dimensions: () => [store.dimensions] };
}

export function feedsOf(store: EventStore): StoreFeeds {
  const { events, providerLog, gaps, errors, feedback, reports } = store;
  return { events, providerLog, gaps, errors, feedback, playbackRows: reports.playbackRows };
}
