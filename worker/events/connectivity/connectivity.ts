import { connectivityLimits } from '../../../shared/limits/connectivity-limits.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import { type HeadServer, isOwnServer } from './head-server.ts';

/**
 * Whether the embed's own server can be reached. `start-checks.ts` decides when to check without a
 * request.
 */
export interface Connectivity {
  /** According to the last check, or the server's last answer. */
  readonly isOnline: boolean;
  /** When that was, as Unix time in milliseconds; initially the time of creation. */
  readonly lastMs: number;
  /** The page's current activity. */
  readonly work: Work;
  /**
   * Checks now, or joins a check that is under way.
   * @param maxAgeMs maximum age of another document's failed check to use as the answer
   * @returns whether there is a connection
   */
  check(maxAgeMs?: number): Promise<boolean>;
  /** The server answered some request, which proves as much as a check. */
  prove(): void;
  /** Another document has checked. */
  receive(isOnline: boolean): void;
  setWork(work: Partial<Work>): void;
  /** Called on each check, each proof, and each change of activity; never after `stop`. */
  onLook: (() => void) | null;
  stop(): void;
}

export interface Work {
  isVisible: boolean;
  isPlaying: boolean;
  /** Events are waiting to be delivered. */
  isDelivering: boolean;
}

export interface ConnectivityDeps {
  head: HeadServer;
  clock: Clock;
  onChange(isOnline: boolean): void;
}

export function createConnectivity({ head, clock, onChange }: ConnectivityDeps): Connectivity {
  let isOnline = true;
  let isStopped = false;
  let lastMs = clock.now();
  let work: Work = { isVisible: true, isPlaying: false, isDelivering: false };
  let checking: Promise<boolean> | null = null;

  function learn(isOnlineNow: boolean): void {
    if (isStopped) return;
    lastMs = clock.now();
    const isNews = isOnlineNow !== isOnline;
    isOnline = isOnlineNow;
    connectivity.onLook?.();
    if (isNews) onChange(isOnline);
  }

  async function ask(maxAgeMs: number): Promise<boolean> {
    const isReached = await head(maxAgeMs).then(isOwnServer, () => false);
    checking = null;
    learn(isReached);
    return isStopped ? isOnline : isReached;
  }

  const connectivity: Connectivity = {
    get isOnline() {
      return isOnline;
    },
    get lastMs() {
      return lastMs;
    },
    get work() {
      return work;
    },
    check(maxAgeMs = connectivityLimits.sharedMs) {
      checking ??= ask(maxAgeMs);
      return checking;
    },
    prove: () => learn(true),
    receive: learn,
    setWork(change) {
      work = { ...work, ...change };
      connectivity.onLook?.();
    },
    onLook: null,
    stop() {
      isStopped = true;
      connectivity.onLook = null;
    },
  };
  return connectivity;
}
