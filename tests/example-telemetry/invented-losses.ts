import type { EventStore } from '../../server/store/event-store.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Served pages for each one that sends something: a blocker is common on one host. */
const servedFor = (host: string) => (host === 'https://blog.example' ? 1.2 : 1.01);

const served = new Map<string, number>();

/** The server has served the page of a playback. */
export function serveInventedPage(host: string, atMs: number): void {
  const key = JSON.stringify([Math.floor(atMs / hourMs) * hourMs, host]);
  served.set(key, (served.get(key) ?? 0) + servedFor(host));
}

/** Stores counts of what did not arrive, or was refused. */
export async function storeInventedLosses(store: EventStore, nowMs: number): Promise<void> {
  const pages = [...served].map(([key, count]) => {
    const [hour_ms, host] = JSON.parse(key) as [number, string];
    return { hour_ms, host, pages: Math.ceil(count) };
  });
  await store.countServedPages(pages.filter(({ host }) => host !== 'direct'));
  await store.insertProviderLog({
    sid: 'example-000000000001',
    receivedMs: nowMs,
    droppedCount: 0,
    contextJson: '{}',
    entries: [
      { n: 1, kind: 'events_lost', timeMs: nowMs, fieldsJson: '{"reason":"quota","count":14}' },
      { n: 2, kind: 'events_lost', timeMs: nowMs, fieldsJson: '{"reason":"expired","count":5}' },
    ],
  });
  for (let n = 0; n < 7; n++) await store.countRefusedBatch(300, nowMs - n * 100 * minuteMs);
}
