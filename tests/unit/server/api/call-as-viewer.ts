import type { ApiCommand } from '../../../../shared/wire/api-calls.ts';
import { apiCalls } from '../../../../shared/wire/api-calls.ts';
import { parseApiReply } from '../support/api-reply.ts';
import { rawRequest } from '../support/raw-request.ts';
import { requestContext as context } from '../support/request-context.ts';
import type { TestServer } from '../support/start-test-server.ts';

export const dayMs = 86_400_000;

/** Sends a command with these headers, which may name a viewer. */
export async function callAsViewer(
  server: TestServer,
  command: ApiCommand,
  fields: object,
  headers: Record<string, string> = {},
) {
  const reply = await rawRequest(server.embed, `/youtubei/v1/${apiCalls[command].path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ context, ...fields }),
  });
  return { ...reply, json: parseApiReply(reply.body, apiCalls[command].path) };
}

/** Tables of the store with data of viewers. */
export const viewerTables = [
  'viewers',
  'subscriptions',
  'feedback',
  'notification_preferences',
  'playlist_edits',
];

export const addAction = { action: 'ACTION_ADD_VIDEO', addedVideoId: 'offstage004' };
