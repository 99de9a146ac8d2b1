import { httpLimits } from '../limits/http-limits.ts';

const fewCount = httpLimits.waitingFewCount.value;

/** Counts the pipelined requests that wait for the answers before them. */
export interface WaitingRequests {
  /** @param client `null` for a trusted proxy, whose requests are everybody's
   *  @returns whether there is room for one more */
  enter(client: string | null): boolean;
  leave(client: string | null): void;
  /** @param listener hears of a client that has many waiting requests from now on */
  onMany(listener: (client: string) => void): void;
  /** Whether many requests of the client wait. */
  hasMany(client: string): boolean;
  /** Calls `run` when few requests of the client wait: at once, or when enough of them have left. */
  whenFew(client: string, run: () => void): void;
  /** Requests that wait now. */
  readonly size: number;
}

export function createWaitingRequests(
  maxCount: number = httpLimits.waitingMaxCount.value,
  clientMaxCount: number = httpLimits.waitingClientMaxCount.value,
): WaitingRequests {
  const counts = new Map<string, number>();
  const held = new Map<string, (() => void)[]>();
  const listeners: ((client: string) => void)[] = [];
  let total = 0;

  const hasMany = (client: string) => (counts.get(client) ?? 0) >= fewCount;

  function release(client: string): void {
    const runs = held.get(client);
    held.delete(client);
    for (const run of runs ?? []) run();
  }

  return {
    enter(client) {
      const count = client === null ? 0 : (counts.get(client) ?? 0);
      if (total >= maxCount || count >= clientMaxCount) return false;
      if (client !== null) counts.set(client, count + 1);
      total += 1;
      if (client !== null && count + 1 === fewCount) for (const listener of listeners) listener(client);
      return true;
    },
    leave(client) {
      total -= 1;
      if (client === null) return;
      const count = (counts.get(client) ?? 0) - 1;
      if (count > 0) counts.set(client, count);
      else counts.delete(client);
      if (count < fewCount) release(client);
    },
    onMany: (listener) => void listeners.push(listener),
    hasMany,
    whenFew(client, run) {
      const runs = held.get(client);
      if (!hasMany(client)) run();
      else if (runs === undefined) held.set(client, [run]);
      else runs.push(run);
    },
    get size() {
      return total;
    },
  };
}
