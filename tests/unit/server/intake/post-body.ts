import { type RawReply, rawRequest } from '../support/raw-request.ts';
import type { TestServer } from '../support/start-test-server.ts';

export const logEventPath = '/youtubei/v1/log_event';

/** @returns the answer, and its body as JSON */
export async function postBody(server: TestServer, to: string, body: string | Uint8Array) {
  const reply: RawReply = await rawRequest(server.embed, to, { method: 'POST', body });
  return { ...reply, json: JSON.parse(reply.body) };
}

const readTelemetry = async (server: TestServer, name: string) =>
  (await (await fetch(`${server.embed}/telemetry/${name}`)).text()).trim();

export const summaryOf = async (server: TestServer) =>
  JSON.parse(await readTelemetry(server, 'summary'));
