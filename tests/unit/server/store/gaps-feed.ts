import { logBatch, testSid } from '../support/log-batches.ts';
import { readNdjson } from '../support/ndjson.ts';
import { readFigures } from '../support/read-figures.ts';
import type { TestServer } from '../support/start-test-server.ts';

export const postEvents = (server: TestServer, events: unknown[], sid = testSid) =>
  fetch(`${server.embed}/youtubei/v1/log_event`, {
    method: 'POST',
    body: JSON.stringify(logBatch(events, { sid })),
  });

/** Another writer's part of a total. */
export const addToTotals = (name: string, count: number) =>
  `INSERT INTO totals VALUES (${['writer', 'events', 'batches', 'duplicates', 'rejected', 'bytes', 'clients', 'missing', 'noted_rejections', 'expired_events', 'expired_clients', 'expired_missing', 'viewer_bytes'].map((column) => (column === 'writer' ? "'another'" : column === name ? count : 0)).join(', ')})`;

export const gapsOf = (server: TestServer, query = '') =>
  readNdjson(`${server.embed}/telemetry/gaps${query}`);

export const summaryOf = async (server: TestServer) =>
  readFigures(`${server.embed}/telemetry/summary`);
