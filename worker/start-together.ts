import type { HeadServer } from './connectivity/head-server.ts';
import { type ShareChecksDeps, shareChecks } from './connectivity/share-checks.ts';
import { type Drainer, type DrainerDeps, startDrainer } from './queue/drainer.ts';
import { createRowAdoption, type RowAdoptionDeps } from './queue/row-adoption.ts';

export interface Together {
  drainer: Drainer;
  head: HeadServer;
}

export type TogetherDeps = Omit<DrainerDeps, 'store'> & RowAdoptionDeps & ShareChecksDeps;

/**
 * What the documents of an origin do for each other: they take up the events of those that are gone, and one checks the connection
 * for all. A script of its own, for which events do not wait, and which is there when the connection goes.
 */
export function startTogether(deps: TogetherDeps): Together {
  return { drainer: startDrainer({ ...deps, store: createRowAdoption(deps) }), head: shareChecks(deps) };
}
