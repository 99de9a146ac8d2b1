import { adoptRows } from './adopt-rows.ts';
import type { DurableStoreDeps } from './durable-store.ts';
import { findOwners } from './find-owners.ts';
import type { RowAdoption } from './queue-store.ts';
import { writeBoth } from './write-both.ts';

export interface RowAdoptionDeps extends DurableStoreDeps {
  newId(): string;
}

/**
 * The part of the durable store that this document's own events do not need. It loads with the
 * later services.
 */
export function createRowAdoption({ connection, newId, onRemoved }: RowAdoptionDeps): RowAdoption {
  return {
    owners: () =>
      writeBoth(connection, async (tx) => {
        const { owners, removedCount } = await findOwners(tx);
        if (removedCount > 0) onRemoved('malformed', removedCount);
        return owners;
      }),
    adopt: (adoption) =>
      writeBoth(connection, async (tx) => {
        const rows = await adoptRows(tx, adoption, newId);
        if (rows.malformedCount > 0) onRemoved('malformed', rows.malformedCount);
        if (rows.expiredCount > 0) onRemoved('expired', rows.expiredCount);
        return { requestCount: rows.requestCount, rowCount: rows.rowCount };
      }),
  };
}
