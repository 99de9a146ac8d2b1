import type { EventStore } from '../../store/event-store.ts';
import { completenessLimits } from '../../store/reports/completeness/completeness-limits.ts';
import { hourMs } from '../../store/reports/completeness/count-hours.ts';

export interface ServedPages {
  /**
   * Counts a page. It never waits, and never fails.
   * @param host of the page around it; '' if unknown
   */
  add(host: string): void;
  /** Writes what is left. */
  stop(): Promise<void>;
}

interface ServedPagesDeps {
  store: Pick<EventStore, 'countServedPages'>;
  /** Unix milliseconds. */
  now: () => number;
  /** Gets unexpected errors. */
  reportError: (error: unknown) => void;
  writeMs?: number;
}

/**
 * Counts served pages by hour and host, and writes the counts now and then. While the store is
 * away they wait, up to a limit; pages beyond it do not count, and so cannot look silent.
 */
export function startServedPages({
  store,
  now,
  reportError,
  writeMs = completenessLimits.writePagesMs,
}: ServedPagesDeps): ServedPages {
  /** By hour and host. */
  let waiting = new Map<string, { hour_ms: number; host: string; pages: number }>();
  let named = { hour_ms: 0, hosts: new Set<string>() };
  let writing: Promise<void> | null = null;

  function add(hour_ms: number, host: string, pages: number): void {
    const key = `${hour_ms} ${host}`;
    const known = waiting.get(key);
    if (known !== undefined) known.pages += pages;
    else if (waiting.size < completenessLimits.waitingPagesCount)
      waiting.set(key, { hour_ms, host, pages });
  }

  /** @returns the host, or '' if it is one too many in its hour */
  function nameIn(hour_ms: number, host: string): string {
    if (named.hour_ms !== hour_ms) named = { hour_ms, hosts: new Set() };
    if (named.hosts.has(host)) return host;
    if (named.hosts.size >= completenessLimits.servedHostsCount) return '';
    named.hosts.add(host);
    return host;
  }

  async function write(): Promise<void> {
    const written = waiting;
    waiting = new Map();
    try {
      const result = await store.countServedPages([...written.values()]);
      if (result.ok) return;
    } catch (error) {
      reportError(error);
    }
    for (const { hour_ms, host, pages } of written.values()) add(hour_ms, host, pages);
  }

  function writeOnce(): void {
    if (writing !== null || waiting.size === 0) return;
    writing = write().finally(() => {
      writing = null;
    });
  }

  const timer = setInterval(writeOnce, writeMs).unref();
  return {
    add(host) {
      const hour_ms = Math.floor(now() / hourMs) * hourMs;
      add(hour_ms, nameIn(hour_ms, host), 1);
    },
    async stop() {
      clearInterval(timer);
      await writing;
      writeOnce();
      await writing;
    },
  };
}
