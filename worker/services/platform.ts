import type { Clock } from '../../shared/tools/clock.ts';
import { hexId } from '../../shared/tools/hex-id.ts';
import { logDatabaseUpgrades, openLogDatabase } from '../events/queue/log-database.ts';
import type { LogDatabase } from '../events/queue/log-database-schema.ts';
import { createGzip, type Gzip } from '../events/sending/compress-body.ts';

/**
 * The platform that the services need. Page and worker both provide it, so the same services run in
 * either.
 */
export interface Platform {
  clock: Clock;
  /** 0 to 1. */
  random(): number;
  /** 32 hexadecimal digits. */
  newId(): string;
  fetch: typeof fetch;
  gzip: Gzip;
  timeoutSignal(ms: number): AbortSignal;
  openDatabase(onClosed: () => void, onRepaired: (message: string) => void): Promise<LogDatabase>;
  /** `null` where locks are missing or denied. */
  locks: LockManager | null;
  /** Whether this context has an opaque origin, as in a frame with `sandbox="allow-scripts"`. */
  isOpaque: boolean;
  /** Whether requests to an origin are cross-origin. */
  crossesTo(origin: string): boolean;
  /** The browser's `online` and `offline` events, which are often wrong. */
  onNetworkHint(listener: () => void, signal: AbortSignal): void;
}

/**
 * The real platform. Globals are read at use, or guarded: in restricted frames some are missing and
 * some throw.
 * @param time runs timer callbacks, and what follows a reply
 */
export function readPlatform(time: <T>(run: () => T) => T = (run) => run()): Platform {
  return {
    clock: {
      now: () => Date.now(),
      setTimer(callback, ms) {
        const timer = setTimeout(() => time(callback), ms);
        return () => clearTimeout(timer);
      },
    },
    random: () => Math.random(),
    // Not `randomUUID`, which is missing in opaque origins and without https.
    newId: () => hexId(crypto.getRandomValues(new Uint8Array(16))),
    fetch: (input, init) => fetch(input, init).then((reply) => time(() => reply)),
    gzip: createGzip(typeof CompressionStream === 'undefined' ? null : CompressionStream),
    timeoutSignal: (ms) => AbortSignal.timeout(ms),
    openDatabase: (onClosed, onRepaired) =>
      openLogDatabase(onClosed, logDatabaseUpgrades, onRepaired),
    locks: readLocks(),
    isOpaque: globalThis.origin === 'null',
    crossesTo: (origin) => globalThis.origin !== origin,
    onNetworkHint(listener, signal) {
      for (const type of ['online', 'offline'])
        globalThis.addEventListener(type, listener, { signal });
    },
  };
}

function readLocks(): LockManager | null {
  try {
    return navigator.locks ?? null;
  } catch {
    // SecurityError where storage is denied.
    return null;
  }
}
