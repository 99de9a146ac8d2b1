import type { Clock } from '../../shared/clock.ts';
import { connectivityLimits } from '../../shared/services-limits.ts';
import { type HeadServer, isOwnServer } from './head-server.ts';

/** Whether the embed's own server can be reached. When it is asked without cause says `start-checks.ts`. */
export interface Connectivity {
  /** What the last check, or the last answer of the server, has shown. */
  readonly isOnline: boolean;
  /** When that was, Unix time in milliseconds; at first when this began. */
  readonly lastMs: number;
  /** What the page does just now. */
  readonly work: Work;
  /**
   * Checks now, together with a check that is under way.
   * @param maxAgeMs how old another document's failure may be to be the answer
   * @returns whether there is a connection
   */
  check(maxAgeMs?: number): Promise<boolean>;
  /** Something was answered, which says as much as a check. */
  prove(): void;
  /** Another document has checked. */
  hear(isOnline: boolean): void;
  setWork(work: Partial<Work>): void;
  /** Calls with each check, each proof, and each change of what the page does; once it has ended no more. */
  onLook: (() => void) | null;
  stop(): void;
}

export interface Work {
  isVisible: boolean;
  isPlaying: boolean;
  /** Events wait to be delivered. */
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
    hear: learn,
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
