import type { EventStore } from '../../store/event-store.ts';
import { createFeeds } from '../../store/feeds.ts';
import type { StoreDriver } from '../../store/store-driver.ts';
import { commandLimits } from '../command-limits.ts';

export type ExportKind = 'events' | 'log' | 'errors';

export interface ExportQuery {
  kind: ExportKind;
  /** Only rows received at this time or later, in Unix milliseconds; `null` for no bound. */
  sinceMs: number | null;
  /** Only rows received before this time. */
  untilMs: number | null;
  /** Only rows whose payload names this video; `null` for all. */
  videoId: string | null;
}

/** An exported row has the same fields as in the telemetry's feeds. */
export type ExportedRow = Record<string, unknown> & { row: number };

/**
 * Reads all rows of a kind from one snapshot, in order of receipt. Later writes do not appear.
 * @param write gets a chunk of rows, and the part of the store read so far, 0 to 1; the next chunk
 * is read after it resolves
 */
export async function exportRows(
  driver: StoreDriver,
  query: ExportQuery,
  write: (rows: ExportedRow[], part: number) => Promise<void>,
): Promise<void> {
  // Read before the snapshot: rows complete now are complete in the snapshot.
  const completeRow = await driver.completeRow();
  await driver.snapshot(async (transaction) => {
    const within = { ...driver, database: transaction, completeRow: async () => completeRow };
    const feed = feedOf(
      query.kind,
      createFeeds(within, (work) => work),
    );
    const newest = await feed.rowBeforeNewest(0);
    for (let row = 0; ; ) {
      const rows: ExportedRow[] = (await feed.after(row, commandLimits.exportRowsCount)).map(
        (stored) => ({
          ...stored,
        }),
      );
      row = rows.at(-1)?.row ?? row;
      await write(
        rows.filter((stored) => isWanted(stored, query)),
        newest === 0 ? 1 : row / newest,
      );
      if (rows.length < commandLimits.exportRowsCount) return;
    }
  });
}

function feedOf(kind: ExportKind, feeds: Pick<EventStore, 'events' | 'providerLog' | 'errors'>) {
  return { events: feeds.events, log: feeds.providerLog, errors: feeds.errors }[kind];
}

function isWanted(row: ExportedRow, { sinceMs, untilMs, videoId }: ExportQuery): boolean {
  // For a repeated error, the last occurrence counts.
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
