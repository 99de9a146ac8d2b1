import type { ProviderLogBatch, ProviderLogEntry } from '../../shared/provider-log.ts';
import { providerLogLimits } from '../../shared/provider-log-limits.ts';
import { providerLogUrl } from '../../shared/provider-log-url.ts';
import type { Playback } from '../stats/start-playback-stats.ts';
import type { ServicesClient } from './services-client.ts';

export interface ProviderTailDeps {
  services: Pick<ServicesClient, 'config' | 'keepTold' | 'onNews'>;
  playback: Pick<Playback, 'keepEntry'>;
}

/**
 * The page's copy of what waits in the provider's log. A worker may die with its page, so the page sends the copy itself at its end, by
 * beacon; and services that come after others have died get it. The provider knows entries by their numbers and drops the second.
 */
export function startProviderTail(
  { services, playback }: ProviderTailDeps,
  signal: AbortSignal,
): void {
  const { config } = services;
  const url = providerLogUrl(config);
  // Always the same array: services that are started later are told what is in it then.
  const kept: ProviderLogEntry[] = [];
  /** Numbers of the entries that a beacon took since the page was last seen: hidden and then gone are one exit. */
  const beaconed = new Set<number>();

  function keep(entries: readonly ProviderLogEntry[]): void {
    if (config.consent !== 'granted') return;
    kept.push(...entries.filter((entry) => !kept.some(({ n }) => n === entry.n)));
    kept.splice(0, kept.length - providerLogLimits.bufferCount);
  }

  function leave(): void {
    if (config.consent !== 'granted') return;
    let entries = kept.filter(({ n }) => !beaconed.has(n));
    // Of the browser's budget for beacons a part may be used up. Less may fit: the newest, which had the least time to leave.
    while (entries.length > 0 && !navigator.sendBeacon(url, batchText(entries)))
      entries = entries.slice(Math.ceil(entries.length / 2));
    for (const { n } of entries) beaconed.add(n);
  }

  function batchText(entries: ProviderLogEntry[]): string {
    const { sid, context } = config;
    const batch: ProviderLogBatch = {
      context,
      sid,
      requestTimeMs: Date.now(),
      droppedCount: 0,
      entries,
    };
    return JSON.stringify(batch);
  }

  services.onNews((news) => {
    if (news.type === 'consent' && news.consent !== 'granted') kept.length = 0;
    if (news.type !== 'provider_log') return;
    keep(news.entries);
    for (const gone of news.gone) {
      const place = kept.findIndex(({ n }) => n === gone);
      if (place >= 0) kept.splice(place, 1);
    }
  }, signal);
  playback.keepEntry = (entry) => keep([entry]);
  services.keepTold({ type: 'provider_log', entries: kept });

  // After the listeners of `watch-document-lifecycle.ts`, which close the playback first.
  addEventListener('pagehide', leave, { signal });
  document.addEventListener(
    'visibilitychange',
    () => (document.hidden ? leave() : beaconed.clear()),
    {
      signal,
    },
  );
  // After all that ends with the page's signal.
  signal.addEventListener('abort', () => queueMicrotask(leave), { once: true });
}
