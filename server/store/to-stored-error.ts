import type { Selectable } from 'kysely';
import type { StoreTables } from './store-tables.ts';
import type { StoredError } from './stored-error.ts';

/** @returns the row for the telemetry */
export function toStoredError(stored: Selectable<StoreTables['errors']>): StoredError {
  return {
    row: stored.row,
    fingerprint: stored.fingerprint,
    count: stored.count,
    firstReceivedMs: stored.first_received_ms,
    lastReceivedMs: stored.last_received_ms,
    lastSid: stored.last_sid,
    source: stored.source,
    level: stored.level,
    type: stored.type,
    message: stored.message,
    line: stored.line,
    stack: stored.stack,
    clientName: stored.client_name,
    clientVersion: stored.client_version,
    params: JSON.parse(stored.params),
  };
}
