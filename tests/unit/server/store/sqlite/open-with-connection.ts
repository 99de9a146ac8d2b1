import { DatabaseSync } from 'node:sqlite';
import { vi } from 'vitest';
import type { EventStore } from '../../../../../server/store/event-store.ts';
import { rawRequest } from '../../support/raw-request.ts';
import type { TestServer } from '../../support/start-test-server.ts';
import { openSqliteFile } from '../../support/store-place.ts';

/** The outcome of an accepted batch. */
export const stored = (accepted: number, duplicates: number) => ({
  ok: true,
  value: { accepted, duplicates },
});

/** A store and its connection. */
export function openWithConnection(
  file: string,
  now?: () => number,
): { store: EventStore; connection: DatabaseSync } {
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
  const store = openSqliteFile(file, now);
  const connection = exec.mock.contexts[0];
  exec.mockRestore();
  if (!(connection instanceof DatabaseSync))
    throw new Error('the store has not used its connection');
  return { store, connection };
}

export const sendBody = (server: TestServer, path: string, body: string) =>
  rawRequest(server.embed, path, { method: 'POST', body, headers: { 'X-Visitor-Id': 'ann' } });
