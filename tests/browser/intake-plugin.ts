import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { Plugin } from 'vitest/config';
import { errorReportPath } from '../../shared/telemetry/error-report-path.ts';
import { providerLogPath } from '../../shared/telemetry/log-event.ts';
import type { ProviderLogBatch, ProviderLogEntry } from '../../shared/telemetry/provider-log.ts';
import { rangesOf } from '../../shared/tools/seq-set.ts';
import { visitorIdPath } from '../../shared/wire/visitor-id-path.ts';
import type { ApiCallRecord, IntakeMode, IntakeRequest } from './intake.ts';

/**
 * A real HTTP intake on the tests' own origin, under `/youtubei/v1/`; tests control it under
 * `/__intake/`.
 */
export function intakePlugin(): Plugin {
  const intake = createIntake();
  return {
    name: 'offstage-test-intake',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? '/', 'http://intake');
        // Frames without an origin load the services' code from here and send to the intake.
        response.setHeader('Access-Control-Allow-Origin', '*');
        if (url.pathname === '/generate_204') intake.check(request, response);
        else if (url.pathname === visitorIdPath) intake.giveVisitorId(request, response);
        else if (request.method === 'GET' && url.pathname === '/youtubei/v1/log_event')
          intake.tell(url, request, response);
        else if (/^\/youtubei\/v1\/(subscription\/subscribe|player)$/.test(url.pathname))
          void intake.takeApiCall(url, request, response);
        else if (url.pathname.startsWith('/youtubei/v1/')) void intake.take(url, request, response);
        else if (request.method === 'POST' && url.pathname === providerLogPath)
          void intake.takeProviderLog(request, response);
        else if (request.method === 'POST' && url.pathname === errorReportPath)
          void intake.takeError(url, request, response);
        else if (url.pathname.startsWith('/__intake/')) void intake.control(url, request, response);
        else next();
      });
    },
  };
}

function createIntake() {
  let mode: IntakeMode = { answer: 'ok' };
  let requests: IntakeRequest[] = [];
  let stored = new Set<string>();
  let checks = 0;
  let visitorIds = 0;
  let questions: string[] = [];
  let providerEntries: ProviderLogEntry[] = [];
  let apiCalls: ApiCallRecord[] = [];
  let errorReports: Record<string, string>[] = [];
  let hanging: IncomingMessage[] = [];
  let waiters: (() => void)[] = [];

  function tell(): void {
    const told = waiters;
    waiters = [];
    for (const tell of told) tell();
  }

  function check(request: IncomingMessage, response: ServerResponse): void {
    checks++;
    if (mode.answer === 'offline') request.socket.destroy();
    else response.writeHead(204).end();
  }

  function giveVisitorId(request: IncomingMessage, response: ServerResponse): void {
    visitorIds++;
    // Only for tests about it.
    if (mode.visitorIds !== true) response.writeHead(404).end();
    else if (mode.answer === 'hang') hanging.push(request);
    else if (mode.answer === 'ok')
      response.end(JSON.stringify({ visitorId: `visitor-${visitorIds}` }));
    else if (mode.answer === 'status') response.writeHead(mode.status ?? 500).end();
    else request.socket.destroy();
    tell();
  }

  function tellStored(url: URL, request: IncomingMessage, response: ServerResponse): void {
    questions.push(url.search);
    if (mode.answer === 'hang') return;
    if (mode.questions !== undefined) response.writeHead(mode.questions).end();
    else if (mode.answer === 'close' || mode.answer === 'offline') request.socket.destroy();
    else if (mode.answer === 'status' && !mode.onlyGzip)
      response.writeHead(mode.status ?? 500).end();
    else if (mode.answer === 'garbage') response.end('<html>Please log in to the network</html>');
    else {
      const prefix = `${url.searchParams.get('sid')} `;
      const seqs = [...stored]
        .filter((key) => key.startsWith(prefix))
        .map((key) => Number(key.slice(prefix.length)));
      const from = Number(url.searchParams.get('from'));
      response.setHeader('Content-Type', 'application/json');
      response.end(
        JSON.stringify({ stored: rangesOf(seqs.filter((seq) => seq >= from)), isCut: false }),
      );
    }
  }

  async function take(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await readBody(request);
    const isGzip = looksGzipped(bytes);
    const isRefused = mode.answer === 'status' && (!mode.onlyGzip || isGzip);
    const batch = JSON.parse(unpack(bytes));
    const record: IntakeRequest = {
      path: url.pathname,
      contentType: request.headers['content-type'] ?? '',
      contentEncoding: request.headers['content-encoding'] ?? '',
      isGzip,
      bytes: bytes.byteLength,
      batch,
      stored: 0,
      answer: mode.answer === 'status' && !isRefused ? 'ok' : mode.answer,
    };
    requests.push(record);
    if (record.answer === 'ok' || record.answer === 'stored_then_close') {
      for (const event of batch.events) {
        const key = `${batch.sid} ${event.seq}`;
        if (!stored.has(key)) record.stored++;
        stored.add(key);
      }
    }
    if (
      record.answer === 'close' ||
      record.answer === 'offline' ||
      record.answer === 'stored_then_close'
    )
      request.socket.destroy();
    else if (record.answer === 'garbage') response.end('<html>Please log in to the network</html>');
    else if (isRefused) {
      for (const [name, value] of Object.entries(mode.headers ?? {}))
        response.setHeader(name, value);
      response.writeHead(mode.status ?? 500).end();
    } else if (record.answer === 'hang') {
      hanging.push(request);
    } else {
      response.setHeader('Content-Type', 'application/json');
      const duplicates = batch.events.length - record.stored;
      response.end(`)]}'\n${JSON.stringify({ accepted: record.stored, duplicates, rejected: 0 })}`);
    }
    tell();
  }

  async function takeProviderLog(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const batch: ProviderLogBatch = JSON.parse(unpack(await readBody(request)));
    providerEntries.push(...batch.entries);
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ accepted: batch.entries.length, duplicates: 0, rejected: 0 }));
    tell();
  }

  async function takeApiCall(
    url: URL,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const body = JSON.parse(unpack(await readBody(request)));
    apiCalls.push({ path: url.pathname, headers: request.headers, body });
    if (mode.answer === 'hang') hanging.push(request);
    else if (mode.answer === 'status') response.writeHead(mode.status ?? 500).end();
    else if (mode.answer === 'garbage') response.end('<html>Please log in to the network</html>');
    else if (mode.answer !== 'ok') request.socket.destroy();
    else response.end(`)]}'\n${JSON.stringify(mode.apiReply ?? {})}`);
    tell();
  }

  async function takeError(
    url: URL,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const body = new URLSearchParams((await readBody(request)).toString('utf8'));
    if (mode.answer === 'offline') {
      request.socket.destroy();
      return;
    }
    errorReports.push(Object.fromEntries([...url.searchParams, ...body]));
    response.writeHead(204).end();
    tell();
  }

  async function control(
    url: URL,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (url.pathname === '/__intake/reset') {
      requests = [];
      stored = new Set();
      checks = 0;
      visitorIds = 0;
      questions = [];
      providerEntries = [];
      apiCalls = [];
      errorReports = [];
      mode = { answer: 'ok' };
    } else if (url.pathname === '/__intake/cut') {
      for (const request of hanging) request.socket.destroy();
      hanging = [];
    } else if (url.pathname === '/__intake/mode') {
      mode = JSON.parse((await readBody(request)).toString('utf8'));
    } else if (url.pathname === '/__intake/wait') {
      const wanted = Number(url.searchParams.get('requests') ?? 0);
      const wantedStored = Number(url.searchParams.get('stored') ?? 0);
      const wantedReports = Number(url.searchParams.get('errorReports') ?? 0);
      const wantedEntries = Number(url.searchParams.get('providerEntries') ?? 0);
      const wantedCalls = Number(url.searchParams.get('apiCalls') ?? 0);
      while (
        requests.length < wanted ||
        stored.size < wantedStored ||
        providerEntries.length < wantedEntries ||
        apiCalls.length < wantedCalls ||
        errorReports.length < wantedReports
      ) {
        await new Promise<void>((resolve) => waiters.push(resolve));
      }
    }
    response.setHeader('Content-Type', 'application/json');
    response.end(
      JSON.stringify({
        requests,
        stored: [...stored],
        checks,
        visitorIds,
        questions,
        providerEntries,
        apiCalls,
        errorReports,
      }),
    );
  }

  return {
    take,
    takeApiCall,
    takeProviderLog,
    takeError,
    control,
    check,
    giveVisitorId,
    tell: tellStored,
  };
}

function looksGzipped(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function unpack(bytes: Buffer): string {
  return (looksGzipped(bytes) ? gunzipSync(bytes) : bytes).toString('utf8');
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
