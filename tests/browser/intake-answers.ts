import type { IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { ProviderLogBatch } from '../../shared/telemetry/provider-log.ts';
import { rangesOf } from '../../shared/tools/seq-set.ts';
import type { IntakeRequest } from './intake.ts';
import { type IntakeRecord, reportWaiters } from './intake-record.ts';

/** A request on its way through the intake. */
export interface Exchange {
  url: URL;
  request: IncomingMessage;
  response: ServerResponse;
}

const portalPage = '<html>Please log in to the network</html>';

export function answerCheck(record: IntakeRecord, { request, response }: Exchange): void {
  record.checks++;
  if (record.mode.answer === 'offline') request.socket.destroy();
  else response.writeHead(204).end();
}

export function giveVisitorId(record: IntakeRecord, { request, response }: Exchange): void {
  const { mode } = record;
  record.visitorIds++;
  // Only for tests about it.
  if (mode.visitorIds !== true) response.writeHead(404).end();
  else if (mode.answer === 'hang') record.hanging.push(request);
  else if (mode.answer === 'ok')
    response.end(JSON.stringify({ visitorId: `visitor-${record.visitorIds}` }));
  else if (mode.answer === 'status') response.writeHead(mode.status ?? 500).end();
  else request.socket.destroy();
  reportWaiters(record);
}

/** Answers which events of a document are stored. */
export function reportStored(record: IntakeRecord, { url, request, response }: Exchange): void {
  const { mode } = record;
  record.questions.push(url.search);
  if (mode.answer === 'hang') return;
  if (mode.questions !== undefined) response.writeHead(mode.questions).end();
  else if (mode.answer === 'close' || mode.answer === 'offline') request.socket.destroy();
  else if (mode.answer === 'status' && !mode.onlyGzip) response.writeHead(mode.status ?? 500).end();
  else if (mode.answer === 'garbage') response.end(portalPage);
  else {
    const prefix = `${url.searchParams.get('sid')} `;
    const seqs = [...record.stored]
      .filter((key) => key.startsWith(prefix))
      .map((key) => Number(key.slice(prefix.length)));
    const from = Number(url.searchParams.get('from'));
    answerJson(response, { stored: rangesOf(seqs.filter((seq) => seq >= from)), isCut: false });
  }
}

export async function takeEvents(record: IntakeRecord, exchange: Exchange): Promise<void> {
  const { url, request } = exchange;
  const bytes = await readBody(request);
  const { mode } = record;
  const isGzip = looksGzipped(bytes);
  const isRefused = mode.answer === 'status' && (!mode.onlyGzip || isGzip);
  const taken: IntakeRequest = {
    path: url.pathname,
    contentType: request.headers['content-type'] ?? '',
    contentEncoding: request.headers['content-encoding'] ?? '',
    isGzip,
    bytes: bytes.byteLength,
    batch: JSON.parse(unpack(bytes)),
    stored: 0,
    answer: mode.answer === 'status' && !isRefused ? 'ok' : mode.answer,
  };
  record.requests.push(taken);
  if (taken.answer === 'ok' || taken.answer === 'stored_then_close') storeEvents(record, taken);
  answerEvents(record, taken, exchange);
  reportWaiters(record);
}

function storeEvents(record: IntakeRecord, taken: IntakeRequest): void {
  for (const event of taken.batch.events) {
    const key = `${taken.batch.sid} ${event.seq}`;
    if (!record.stored.has(key)) taken.stored++;
    record.stored.add(key);
  }
}

function answerEvents(
  { mode, hanging }: IntakeRecord,
  { answer, batch, stored }: IntakeRequest,
  { request, response }: Exchange,
): void {
  if (answer === 'close' || answer === 'offline' || answer === 'stored_then_close')
    request.socket.destroy();
  else if (answer === 'garbage') response.end(portalPage);
  else if (answer === 'status') {
    for (const [name, value] of Object.entries(mode.headers ?? {})) response.setHeader(name, value);
    response.writeHead(mode.status ?? 500).end();
  } else if (answer === 'hang') hanging.push(request);
  else {
    const duplicates = batch.events.length - stored;
    answerJson(response, { accepted: stored, duplicates, rejected: 0 }, ")]}'\n");
  }
}

export async function takeProviderLog(
  record: IntakeRecord,
  { request, response }: Exchange,
): Promise<void> {
  const batch: ProviderLogBatch = JSON.parse(unpack(await readBody(request)));
  record.providerEntries.push(...batch.entries);
  answerJson(response, { accepted: batch.entries.length, duplicates: 0, rejected: 0 });
  reportWaiters(record);
}

export async function takeApiCall(
  record: IntakeRecord,
  { url, request, response }: Exchange,
): Promise<void> {
  const body = JSON.parse(unpack(await readBody(request)));
  const { mode } = record;
  record.apiCalls.push({ path: url.pathname, headers: request.headers, body });
  if (mode.answer === 'hang') record.hanging.push(request);
  else if (mode.answer === 'status') response.writeHead(mode.status ?? 500).end();
  else if (mode.answer === 'garbage') response.end(portalPage);
  else if (mode.answer !== 'ok') request.socket.destroy();
  else response.end(`)]}'\n${JSON.stringify(mode.apiReply ?? {})}`);
  reportWaiters(record);
}

export async function takeError(
  record: IntakeRecord,
  { url, request, response }: Exchange,
): Promise<void> {
  const body = new URLSearchParams(await readText(request));
  if (record.mode.answer === 'offline') {
    request.socket.destroy();
    return;
  }
  record.errorReports.push(Object.fromEntries([...url.searchParams, ...body]));
  response.writeHead(204).end();
  reportWaiters(record);
}

/** @param guard text before the JSON */
export function answerJson(response: ServerResponse, body: unknown, guard = ''): void {
  response.setHeader('Content-Type', 'application/json');
  response.end(`${guard}${JSON.stringify(body)}`);
}

export async function readText(request: IncomingMessage): Promise<string> {
  return (await readBody(request)).toString('utf8');
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
