import type { DurableStore, QueueStore } from './queue-store.ts';
import type { RequestRow } from './stored-rows.ts';

/**
 * Leases requests in groups, and removes delivered ones when the next group is leased, because a
 * transaction costs more than a request. If the worker ends in between, the next owner asks the
 * intake which events it has.
 *
 * @param groupCount with 1, each claim is one transaction: other documents see that this one is
 * alive
 */
export function createLeases(
  store: DurableStore,
  groupCount: number,
): Pick<QueueStore, 'claim' | 'remove'> {
  let leased: RequestRow[] = [];
  let delivered: RequestRow[] = [];

  return {
    async claim(owner, nowMs) {
      if (leased.length === 0) {
        leased = await store.lease(owner, nowMs, groupCount, delivered);
        delivered = [];
      }
      return leased.shift() ?? null;
    },
    async remove(row) {
      delivered.push(row);
    },
  };
}
