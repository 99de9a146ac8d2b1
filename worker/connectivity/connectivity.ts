import type { Clock } from '../../shared/clock.ts';
import { connectivityLimits } from '../../shared/services-limits.ts';

/** Whether the embed's own server can be reached (specification §9: a check every 30 s, with a time-out of 20 s). */
export interface Connectivity {
  /** What the last check, or the last answer of the intake, has shown. */
  readonly isOnline: boolean;
  /** Checks now, together with a check that is under way. @returns whether there is a connection */
  check(): Promise<boolean>;
  /** Something was answered, which says as much as a check. */
  prove(): void;
  /** A page that nobody sees checks nothing by itself; what it still has to send asks when it needs to know. */
  setVisible(isVisible: boolean): void;
  stop(): void;
}

export interface ConnectivityDeps {
  /** @throws (rejects) when nobody answers */
  head(): Promise<number>;
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
    lastMs = clock.now();
    if (isOnlineNow === isOnline) return;
    isOnline = isOnlineNow;
    onChange(isOnline);
  }

  async function ask(): Promise<boolean> {
    const isReached = await head().then(isOwnServer, () => false);
    checking = null;
    if (isStopped) return isOnline;
    learn(isReached);
    schedule();
    return isReached;
  }

  function check(): Promise<boolean> {
    checking ??= ask();
    return checking;
  }

  function schedule(): void {
    cancelTimer();
    if (!isVisible || isStopped) return;
    // However the clock was set meanwhile: one that was set back says nothing about how long it has been.
    const passedMs = Math.max(0, clock.now() - lastMs);
    const leftMs = Math.max(0, connectivityLimits.checkEveryMs - passedMs);
    cancelTimer = clock.setTimer(() => {
      const sinceMs = clock.now() - lastMs;
      if (sinceMs < 0 || sinceMs >= connectivityLimits.checkEveryMs) void check();
      else schedule();
    }, leftMs);
  }

  schedule();
  return {
    get isOnline() {
      return isOnline;
    },
    check,
    prove: () => learn(true),
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

/**
 * 204 is the answer (specification §7). Errors are answers too: a host without this path, or a server in trouble of which the
 * intake will tell more. Success of any other kind is somebody else's, such as the log-in page of a hotel's network.
 */
function isOwnServer(status: number): boolean {
  return status === 204 || status >= 400;
}
