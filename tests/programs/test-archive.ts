import { onTestFinished } from 'vitest';
import type { ClickHouseProcess } from '../../e2e/support/run-clickhouse.ts';
import type { ClickHouseAddress } from '../../server/store/copy/clickhouse-url.js';
import { openArchive } from '../../server/store/copy/open-archive.ts';
import { openClickHouse } from '../../server/store/copy/open-clickhouse.ts';
import type { EventRecord } from '../../server/store/event-archive.ts';

/** The store whose events the tests read. */
export const store = 'sqlite';
export const dayMs = 86_400_000;
/** @returns the start of a day of November 2026, in Unix milliseconds */
export const dayOf = (day: number) => Date.UTC(2026, 10, day);
export const everything = { row: 0, upTo: Number.MAX_SAFE_INTEGER, limit: 1_000 };

export function event(row: number, changes: Partial<EventRecord> = {}): EventRecord {
  return {
    row,
    sid: 'document',
    seq: row,
    name: 'name',
    endpoint: 'log_event',
    event_time_ms: row,
    received_ms: dayOf(1),
    client_event_id: 'id',
    context: '{}',
    payload: `{"row":${row}}`,
    ...changes,
  };
}

export const rowsIn = (events: readonly EventRecord[]) => events.map(({ row }) => row);

export function addressAt(port: number): ClickHouseAddress {
  const servers = [`http://127.0.0.1:${port}`];
  return { servers, username: 'default', password: '', database: 'offstage', cluster: null };
}

export const addressOf = ({ httpPort }: ClickHouseProcess) => addressAt(httpPort);

export function openAt(address: ClickHouseAddress) {
  const archive = openArchive(address);
  onTestFinished(() => archive.close());
  return archive;
}

export const openArchiveOf = (clickHouse: ClickHouseProcess) =>
  openAt(addressOf(clickHouse)).of(store);

export function openCopying(clickHouse: ClickHouseProcess, copiedMs = Date.now()) {
  const { signal } = new AbortController();
  const copying = openClickHouse(addressOf(clickHouse), signal, () => copiedMs);
  onTestFinished(() => copying.close());
  return copying;
}

export async function copy(
  clickHouse: ClickHouseProcess,
  events: readonly EventRecord[],
  { name = store, copiedMs = Date.now() } = {},
): Promise<void> {
  await openCopying(clickHouse, copiedMs).insert(name, events);
}
