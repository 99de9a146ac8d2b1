import type { Connectivity } from './connectivity/connectivity.ts';
import type { HeadServer } from './connectivity/head-server.ts';
import { type ShareChecksDeps, shareChecks } from './connectivity/share-checks.ts';
import { startChecks } from './connectivity/start-checks.ts';
import { type Drainer, type DrainerDeps, startDrainer } from './queue/drainer.ts';
import { createRowAdoption, type RowAdoptionDeps } from './queue/row-adoption.ts';

export interface OriginCoordination {
  /** `null` without a store. */
  drainer: Drainer | null;
  head: HeadServer;
}

export type OriginCoordinationDeps = Omit<DrainerDeps, 'store'> &
  Omit<RowAdoptionDeps, 'connection'> &
  ShareChecksDeps & {
    connection: RowAdoptionDeps['connection'] | null;
    connectivity: Connectivity;
  };

/**
 * Coordinates the documents of an origin: they adopt the events of documents that are gone, and one
 * checks the connection for all. A script of its own, so that events do not wait for it; it is
 * loaded before the connection can be lost.
 */
export function startOriginCoordination({
  connection,
  ...deps
}: OriginCoordinationDeps): OriginCoordination {
  startChecks(deps.connectivity, deps.clock, deps.signal);
  return {
    drainer:
      connection === null
        ? null
        : startDrainer({ ...deps, store: createRowAdoption({ ...deps, connection }) }),
    head: connection === null ? deps.head : shareChecks(deps),
  };
}
