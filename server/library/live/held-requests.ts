import { httpLimits } from '../../http/http-limits.ts';

/** Counts held requests, so that a client cannot exhaust the server's capacity. */
export interface HeldRequests {
  /** @returns the limit reached; `null` if the request is held now, until `leave` */
  enter(client: string): 'server_full' | 'client_full' | null;
  leave(client: string): void;
}

export function createHeldRequests(
  maxCount: number = httpLimits.heldMaxCount.value,
  perClientCount: number = httpLimits.heldClientMaxCount.value,
): HeldRequests {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    enter(client) {
      const count = counts.get(client) ?? 0;
      if (count >= perClientCount) return 'client_full';
      if (total >= maxCount) return 'server_full';
      counts.set(client, count + 1);
      total += 1;
      return null;
    },
    leave(client) {
      const count = (counts.get(client) ?? 0) - 1;
      total -= 1;
      if (count > 0) counts.set(client, count);
      else counts.delete(client);
    },
  };
}
