import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { err } from '../../../../shared/tools/result.ts';
import { createApiClient } from '../../../../worker/api/api-client.ts';
import { defaultApiSettings } from '../../../../worker/api/api-settings.ts';
import { createResponseMemory } from '../../../../worker/api/response-memory.ts';
import { createGzip } from '../../../../worker/events/sending/compress-body.ts';
import { createFakeClock, type FakeClock } from '../../fake-clock.ts';
import { keepInMemory } from '../storage/data/keep-in-memory.ts';

export const context = { client: { clientName: 'TEST', clientVersion: '1', hl: 'en' } };
export const playlist = { playlistId: 'PL1', title: 'List', videoIds: ['offstage001'] };

/** The state of a test of the API client; new before each test. */
interface ApiScene {
  server: Server | null;
  clock: FakeClock;
  reports: [kind: string, fields: unknown][];
  disposal: AbortController;
}

export const scene = {} as ApiScene;

export function startScene(): void {
  scene.server = null;
  scene.clock = createFakeClock();
  scene.reports = [];
  scene.disposal = new AbortController();
}

export function endScene(): void {
  scene.server?.closeAllConnections();
  scene.server?.close();
}

/** A real HTTP server that answers as the test says, and a client for it. */
export async function clientOf(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  changes: Partial<Parameters<typeof createApiClient>[0]> = {},
) {
  scene.server = createServer(answer).listen(0, '127.0.0.1');
  await once(scene.server, 'listening');
  const logToProvider = (kind: string, fields: unknown) => void scene.reports.push([kind, fields]);
  return createApiClient({
    fetch,
    gzip: createGzip(CompressionStream),
    clock: scene.clock,
    origin: `http://127.0.0.1:${(scene.server.address() as AddressInfo).port}`,
    isOpaque: false,
    crossesTo: () => false,
    isMobile: false,
    context,
    settings: defaultApiSettings,
    visitorIds: { current: async () => null, get: async () => err('NO_CONSENT', 'none') },
    canIdentify: () => true,
    logToProvider,
    signal: scene.disposal.signal,
    findingsFor: () => null,
    memory: createResponseMemory({
      data: keepInMemory(scene.clock),
      now: scene.clock.now,
      logToProvider,
    }),
    ...changes,
  });
}

interface Asked {
  url: string | undefined;
  headers: IncomingHttpHeaders;
  isGzip: boolean;
  body: Record<string, unknown>;
}

async function readRequest(request: IncomingMessage): Promise<Asked> {
  const bytes = Buffer.concat(await request.toArray());
  const isGzip = request.headers['content-encoding'] === 'gzip';
  const body = JSON.parse((isGzip ? gunzipSync(bytes) : bytes).toString() || 'null');
  return { url: request.url, headers: request.headers, isGzip, body };
}

/** A client of a server that records its requests and answers with these statuses, then 200. */
export async function notingClient(reply: unknown, statuses: number[] = [], changes = {}) {
  const asked: Asked[] = [];
  const api = await clientOf(async (request, response) => {
    asked.push(await readRequest(request));
    response.writeHead(statuses.shift() ?? 200).end(JSON.stringify(reply));
  }, changes);
  return { api, asked };
}

export const subscribed = { channelIds: ['UC1'] };
