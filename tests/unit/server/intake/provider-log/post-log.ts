import { expectPublished } from '../../support/expect-published.ts';
import { logBatch } from '../../support/log-batches.ts';
import { readNdjson } from '../../support/ndjson.ts';
import { rawRequest } from '../../support/raw-request.ts';
import type { TestServer } from '../../support/start-test-server.ts';

export const logEntry = (n: number, changes: Record<string, unknown> = {}) => ({
  n,
  timeMs: 1_700_000_000_000.5,
  kind: 'storage',
  fields: { name: 'QUOTA_EXCEEDED', count: 2, isMemory: true, cause: null },
  ...changes,
});

export function logBody(entries: unknown[], changes: Record<string, unknown> = {}): string {
  const { context, sid, requestTimeMs } = logBatch([]);
  return JSON.stringify({ context, sid, requestTimeMs, droppedCount: 0, entries, ...changes });
}

/** Posts this body, and checks the reply against the published schema. */
export async function postLog(
  server: TestServer,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
) {
  const reply = await rawRequest(server.embed, '/log', { method: 'POST', body, headers });
  const json = JSON.parse(reply.body);
  expectPublished(reply.status === 200 ? 'log-reply' : 'error', json);
  return { ...reply, json };
}

export const entriesOf = (server: TestServer, query = '') =>
  readNdjson(`${server.embed}/telemetry/log${query}`);
