import { expectPublished } from '../support/expect-published.ts';
import { rawRequest } from '../support/raw-request.ts';
import { readFigures } from '../support/read-figures.ts';
import type { TestServer } from '../support/start-test-server.ts';

export const batchPath = '/youtubei/v1/log_event?alt=json';

/** Posts this body, and checks the reply against the published schema. */
export async function postBatchBody(
  server: TestServer,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
) {
  const reply = await rawRequest(server.embed, batchPath, { method: 'POST', body, headers });
  const json = JSON.parse(reply.body);
  expectPublished(reply.status === 200 ? 'log-reply' : 'error', json);
  return { ...reply, json };
}

export const postBatch = (server: TestServer, value: unknown) =>
  postBatchBody(server, JSON.stringify(value));

export const summaryOf = async (server: TestServer) =>
  readFigures(`${server.embed}/telemetry/summary`);
