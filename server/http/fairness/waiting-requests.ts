import { httpLimits } from '../http-limits.ts';

const fewCount = httpLimits.waitingFewCount.value;

/** Counts pipelined requests that wait for earlier answers. */
export interface WaitingRequests {
  /**
   * @param client `null` for a trusted proxy, whose requests come from many clients
   * @returns whether there is room for one more
   */
  enter(client: string | null): boolean;
  leave(client: string | null): void;
  /** @param listener called when a client reaches many waiting requests */
  onMany(listener: (client: string) => void): void;
  /** Whether many requests of the client are waiting. */
  hasMany(client: string): boolean;
  /** @param listener called when a client has few waiting requests again */
  onFew(listener: (client: string) => void): void;
  /** Number of waiting requests. */
  readonly size: number;
}

export function createWaitingRequests(
  maxCount: number = httpLimits.waitingMaxCount.value,
  clientMaxCount: number = httpLimits.waitingClientMaxCount.value,
): WaitingRequests {
  const counts = new Map<string, number>();
  const manyListeners: ((client: string) => void)[] = [];
  const fewListeners: ((client: string) => void)[] = [];
  let total = 0;

  return {
    enter(client) {
      const count = client === null ? 0 : (counts.get(client) ?? 0);
      if (total >= maxCount || count >= clientMaxCount) return false;
      if (client !== null) counts.set(client, count + 1);
      total += 1;
      if (client !== null && count + 1 === fewCount)
        for (const listener of manyListeners) listener(client);
      return true;
    },
    leave(client) {
      total -= 1;
      if (client === null) return;
      const count = (counts.get(client) ?? 0) - 1;
      if (count > 0) counts.set(client, count);
      else counts.delete(client);
      if (count + 1 === fewCount) for (const listener of fewListeners) listener(client);
    },
    onMany: (listener) => void manyListeners.push(listener),
    onFew: (listener) => void fewListeners.push(listener),
    hasMany: (client) => (counts.get(client) ?? 0) >= fewCount,
    get size() {
      return total;
    },
  };
}
