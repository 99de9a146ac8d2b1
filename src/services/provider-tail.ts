import { providerLogLimits } from '../../shared/limits/provider-log-limits.ts';
import type { ProviderLogBatch, ProviderLogEntry } from '../../shared/telemetry/provider-log.ts';
import { providerLogUrl } from '../../shared/telemetry/provider-log-url.ts';
import type { Playback } from '../telemetry/stats/start-playback-stats.ts';
import type { ServicesClient } from './services-client.ts';

export interface ProviderTailDeps {
  services: Pick<ServicesClient, 'config' | 'keepNotified' | 'onNews'>;
  playback: Pick<Playback, 'keepEntry'>;
}

/**
 * Keeps the page's copy of the provider log's queue. A worker may die with its page, so the page
 * itself sends the copy by beacon at its end. Restarted services also get it. The provider
 * deduplicates entries by number.
 */
export function startProviderTail(
  { services, playback }: ProviderTailDeps,
  signal: AbortSignal,
): void {
  const { config } = services;
  const url = providerLogUrl(config);
  // Always the same array: services that start later get its content at that time.
  const kept: ProviderLogEntry[] = [];
  /**
   * Numbers of the entries sent by beacon since the page was last visible: hiding and then closing
   * is one exit.
   */
  const beaconed = new Set<number>();

  function keep(entries: readonly ProviderLogEntry[]): void {
    if (config.consent !== 'granted') return;
    kept.push(...entries.filter((entry) => !kept.some(({ n }) => n === entry.n)));
    kept.splice(0, kept.length - providerLogLimits.bufferCount);
  }

  function leave(): void {
    if (config.consent !== 'granted') return;
    let entries = kept.filter(({ n }) => !beaconed.has(n));
    // Earlier beacons may use part of the browser's budget. Send the newest half: those had the
    // least time to be sent.
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
  services.keepNotified({ type: 'provider_log', entries: kept });

  // Added after the listeners of `watch-document-lifecycle.ts`, which close the playback first.
  addEventListener('pagehide', leave, { signal });
  document.addEventListener(
    'visibilitychange',
    () => (document.hidden ? leave() : beaconed.clear()),
    {
      signal,
    },
  );
  // Runs after all other listeners of this signal.
  signal.addEventListener('abort', () => queueMicrotask(leave), { once: true });
}
