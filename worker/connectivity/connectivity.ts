import type { Clock } from '../../shared/clock.ts';
import { connectivityLimits } from '../../shared/services-limits.ts';
import { type HeadServer, isOwnServer } from './head-server.ts';

/**
 * Whether the embed's own server can be reached (specification §9: a check every 30 s, with a time-out of 20 s). As long as nothing
 * has failed there is nothing to check: a page at rest wakes nobody.
 */
export interface Connectivity {
  /** What the last check, or the last answer of the intake, has shown. */
  readonly isOnline: boolean;
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
  /** A page that nobody sees checks nothing by itself; what it still has to send asks when it needs to know. */
  setVisible(isVisible: boolean): void;
  stop(): void;
}

export interface ConnectivityDeps {
  head: HeadServer;
  clock: Clock;
  onChange(isOnline: boolean): void;
}

export function createConnectivity({ head, clock, onChange }: ConnectivityDeps): Connectivity {
  let isOnline = true;
  let isVisible = true;
  let isStopped = false;
  let lastMs = clock.now();
  let cancelTimer = () => {};
  let checking: Promise<boolean> | null = null;

  function learn(isOnlineNow: boolean): void {
    if (isStopped) return;
    lastMs = clock.now();
    const isNews = isOnlineNow !== isOnline;
    isOnline = isOnlineNow;
    schedule();
    if (isNews) onChange(isOnline);
  }

  async function ask(maxAgeMs: number): Promise<boolean> {
    const isReached = await head(maxAgeMs).then(isOwnServer, () => false);
    checking = null;
    learn(isReached);
    return isStopped ? isOnline : isReached;
  }

  function check(maxAgeMs: number = connectivityLimits.sharedMs): Promise<boolean> {
    checking ??= ask(maxAgeMs);
    return checking;
  }

  function schedule(): void {
    cancelTimer();
    if (isOnline || !isVisible || isStopped) return;
    // However the clock was set meanwhile: one that was set back says nothing about how long it has been.
    const passedMs = Math.max(0, clock.now() - lastMs);
    const leftMs = Math.max(0, connectivityLimits.checkEveryMs - passedMs);
    cancelTimer = clock.setTimer(() => {
      const sinceMs = clock.now() - lastMs;
      if (sinceMs < 0 || sinceMs >= connectivityLimits.checkEveryMs) void check();
      else schedule();
    }, leftMs);
  }

  return {
    get isOnline() {
      return isOnline;
    },
    check,
    prove: () => learn(true),
    hear: learn,
    setVisible(visible) {
      isVisible = visible;
      schedule();
    },
    stop() {
      isStopped = true;
      cancelTimer();
    },
  };
}
