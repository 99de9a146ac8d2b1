import { sidShape } from '../../../shared/telemetry/shapes/sid.ts';
import { parseAs } from '../../../shared/tools/shape.ts';
import type { LogTransaction } from './log-database-schema.ts';
import { requestRowShape } from './shapes/request-row.ts';

/**
 * All owners of rows in the store. Removes rows without a valid owner, because no worker would ever
 * adopt them.
 */
export async function findOwners(
  tx: LogTransaction,
): Promise<{ owners: string[]; removedCount: number }> {
  const owners = new Set<string>();
  let removedCount = 0;
  for (const key of await tx.objectStore('arrivals').getAllKeys()) {
    if (isSid(key[0])) {
      owners.add(key[0]);
    } else {
      await tx.objectStore('arrivals').delete(key);
      removedCount++;
    }
  }

  const requests = tx.objectStore('requests');
  const requestOwners: string[] = [];
  let cursor = await requests.index('byOwner').openKeyCursor();
  while (cursor !== null) {
    const owner = cursor.key[0];
    requestOwners.push(owner);
    // Skip to the next owner, past all rows of this one.
    cursor = isSid(owner) ? await cursor.continue([`${owner}\0`, '', 0]) : await cursor.continue();
  }
  // The index lacks rows without a readable owner or status. Only then are all rows read.
  const isIndexComplete = (await requests.count()) === (await requests.index('byOwner').count());
  if (!isIndexComplete || !requestOwners.every(isSid)) {
    for (
      let cursor = await requests.openCursor();
      cursor !== null;
      cursor = await cursor.continue()
    ) {
      if (parseAs(requestRowShape, cursor.value).success) continue;
      await cursor.delete();
      removedCount++;
    }
  }
  for (const owner of requestOwners.filter(isSid)) owners.add(owner);
  return { owners: [...owners], removedCount };
}

function isSid(value: unknown): boolean {
  return parseAs(sidShape, value).success;
}
