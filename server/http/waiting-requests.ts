import { httpLimits } from '../limits/http-limits.ts';

/** Counts the pipelined requests that wait for the answers before them. */
export interface WaitingRequests {
  /** @param client `null` for a trusted proxy, whose requests are everybody's
   *  @returns whether there is room for one more */
  enter(client: string | null): boolean;
  leave(client: string | null): void;
  /** Requests that wait now. */
  readonly size: number;
}

export function createWaitingRequests(
  maxCount: number = httpLimits.waitingMaxCount.value,
  clientMaxCount: number = httpLimits.waitingClientMaxCount.value,
): WaitingRequests {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    enter(client) {
      const count = client === null ? 0 : (counts.get(client) ?? 0);
      if (total >= maxCount || count >= clientMaxCount) return false;
      if (client !== null) counts.set(client, count + 1);
      total += 1;
      return true;
    },
    leave(client) {
      total -= 1;
      if (client === null) return;
      const count = (counts.get(client) ?? 0) - 1;
      if (count > 0) counts.set(client, count);
      else counts.delete(client);
    },
    get size() {
      return total;
    },
  };
}
