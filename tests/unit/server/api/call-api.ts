import type { ApiCommand } from '../../../../shared/wire/api-calls.ts';
import { apiCalls } from '../../../../shared/wire/api-calls.ts';
import { parseApiReply } from '../support/api-reply.ts';
import { rawRequest } from '../support/raw-request.ts';
import { requestContext as context } from '../support/request-context.ts';
import type { TestServer } from '../support/start-test-server.ts';
import type { StorePlace } from '../support/store-place.ts';

interface CallOptions {
  viewer?: string;
  request?: object;
}

/** Sends a command as this viewer. */
export async function callApi(
  server: TestServer,
  command: ApiCommand,
  fields: object,
  { viewer = 'ann', request = {} }: CallOptions = {},
) {
  const reply = await rawRequest(server.embed, `/youtubei/v1/${apiCalls[command].path}?alt=json`, {
    method: 'POST',
    headers: { 'X-Visitor-Id': viewer },
    body: JSON.stringify({ context: { ...context, request }, ...fields }),
  });
  const json = parseApiReply(reply.body, apiCalls[command].path);
  return { ...reply, json };
}

/** Rows of a table of the store, sorted by their first column. */
export const rowsOf = (place: StorePlace, table: string) =>
  place.sql(`SELECT * FROM ${table} ORDER BY 1`);
