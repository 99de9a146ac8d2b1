import type { EventStore } from '../store/event-store.ts';
import { createFeeds } from '../store/feeds.ts';
import type { StoreDriver } from '../store/store-driver.ts';

export type ExportKind = 'events' | 'log' | 'errors';

export interface ExportQuery {
  kind: ExportKind;
  /** Unix milliseconds at which a row came at the earliest; `null` for any time. */
  sinceMs: number | null;
  /** Before which it came. */
  untilMs: number | null;
  /** The video that a row's payload names; `null` for all. */
  videoId: string | null;
}

/** Rows read at once, so that a store of any size never stands in memory. */
const chunkCount = 1_000;

/** A row as it is exported: what the telemetry's feeds have. */
export type ExportedRow = Record<string, unknown> & { row: number };

/**
 * Reads all rows of a kind as they were at one moment, whatever is written meanwhile, in the order in which they came.
 * @param take gets them a part at a time, and how much of the store is read, 0 to 1; while it is busy nothing is read
 */
export async function exportRows(
  driver: StoreDriver,
  query: ExportQuery,
  take: (rows: ExportedRow[], part: number) => Promise<void>,
): Promise<void> {
  // Before the snapshot: what is complete now is complete in it.
  const completeRow = await driver.completeRow();
  await driver.snapshot(async (transaction) => {
    const within = { ...driver, database: transaction, completeRow: async () => completeRow };
    const feed = feedOf(
      query.kind,
      createFeeds(within, (work) => work),
    );
    const newest = await feed.rowBeforeNewest(0);
    for (let row = 0; ; ) {
      const rows: ExportedRow[] = (await feed.after(row, chunkCount)).map((stored) => ({
        ...stored,
      }));
      row = rows.at(-1)?.row ?? row;
      await take(
        rows.filter((stored) => isWanted(stored, query)),
        newest === 0 ? 1 : row / newest,
      );
      if (rows.length < chunkCount) return;
    }
  });
}

function feedOf(kind: ExportKind, feeds: Pick<EventStore, 'events' | 'providerLog' | 'errors'>) {
  return { events: feeds.events, log: feeds.providerLog, errors: feeds.errors }[kind];
}

function isWanted(row: ExportedRow, { sinceMs, untilMs, videoId }: ExportQuery): boolean {
  // Of an error that came again and again the last time counts.
  const cameMs = Number(row.receivedMs ?? row.lastReceivedMs);
  if (sinceMs !== null && cameMs < sinceMs) return false;
  if (untilMs !== null && cameMs >= untilMs) return false;
  return videoId === null || videoOf(row.payload ?? row.fields) === videoId;
}

function videoOf(payload: unknown): unknown {
  return typeof payload === 'object' && payload !== null && 'videoId' in payload
    ? payload.videoId
    : null;
}
