import { expect, test } from 'vitest';
import { parseTrace } from '../../../../../e2e/support/parse-trace.ts';
import type { EventToStore } from '../../../../../server/store/event-store.ts';
import { datedSid, testSid } from '../../support/log-batches.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { storeBatch } from '../../support/store-batches.ts';
import { openWithoutThread, storePlace } from '../../support/store-place.ts';
import { storedError } from '../../support/stored-error.ts';
import { shareInFile } from '../../support/when-done.ts';
import { startMs } from './session-document.ts';

const other = datedSid(20_000);

const event = (seq: number, ms: number, name: string, payload: object): EventToStore => ({
  seq,
  name,
  eventTimeMs: startMs + ms,
  contextJson: JSON.stringify({
    client: { clientName: 'OFFSTAGE', clientVersion: '0.1.0', hl: 'en', visitorId: 'visitor' },
    lastActivityMs: -1,
  }),
  payloadJson: JSON.stringify(payload),
});

/** A server, its store, and a function that asks for a trace. */
async function startTracing() {
  const { options } = await storePlace();
  const server = await startTestServer(options);
  const store = await openWithoutThread({ options });
  return { server, store, trace: (query: string) => ask(server.embed, query) };
}

const ask = (origin: string, query: string) => rawRequest(origin, `/telemetry/trace${query}`);

const session = [
  event(1, 0, 'embed_loaded', { videoId: 'v', sinceOpenMs: 0 }),
  event(2, 10, 'host_command', { func: 'playVideo' }),
  event(3, 20, 'playback_state', { state: 1 }),
  event(5, 80, 'video_stats.playback', { videoId: 'v', cpn: 'c_p-n.1' }),
  event(6, 90, 'latency', { action: 'first_frame', ticks: { asked: 10, first_frame: 70 } }),
];

test('the trace of a playback is a file that DevTools reads: each track with its entries, times and facts', async () => {
  const { store, trace } = await startTracing();
  await store.insertBatch(storeBatch([], { events: session, receivedMs: startMs + 5_000 }));
  const stack = 'TypeError: no\n    at play (/assets/page-none.js:1:2)';
  const error = storedError({ type: 'TypeError', message: 'no', stack, timeMs: startMs + 50 });
  await store.insertError(error, startMs);
  const entries = [{ n: 1, kind: 'qoe', timeMs: startMs + 60, fieldsJson: '{"end":"left"}' }];
  const log = { sid: testSid, receivedMs: startMs, droppedCount: 0, contextJson: '{}', entries };
  await store.insertProviderLog(log);

  const reply = await trace('?cpn=c_p-n.1');
  expect(reply.status).toBe(200);
  expect(reply.headers['content-type']).toBe('application/json');
  expect(reply.headers['content-disposition']).toBe(
    'attachment; filename="offstage-trace-c_p-n_1.json"',
  );
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(JSON.parse(reply.body).metadata).toEqual({
    source: 'Offstage',
    cpn: 'c_p-n.1',
    sid: testSid,
    host: '',
    ...{ browser: '', device: '', country: '' },
    clientName: 'OFFSTAGE',
    clientVersion: '0.1.0',
    events: { highestSeq: 6, stored: 5, rejected: 0, missing: 1, drawn: 5 },
    continuesFrom: null,
    impossibleTimes: 0,
  });
  const shown = await parseTrace(reply.body);
  expect(
    shown.map(({ track, name, startMs: from, durationMs }) => [track, name, from, durationMs]),
  ).toEqual(
    expect.arrayContaining([
      ['Page', 'embed_loaded', 0, 0.1],
      ['Host commands', 'host_command: playVideo', 10, 0.1],
      ['Player', 'playing', 20, 70],
      ['Timed actions', 'first_frame', 10, 60],
      ['Page', 'TypeError: no', 50, 0.1],
      ['Services', 'qoe', 60, 0.1],
      ['Network', '5 events', 0, 5_000],
      ['Network', 'no event 4', 20, 60],
    ]),
  );
  const drawn = shown.find(({ name }) => name === 'TypeError: no');
  expect(drawn?.properties).toMatchObject({ stack, level: 'ERROR' });
  expect(reply.body).not.toContain('visitor');
});

test('every slice of a thread is within another or beside it, as Perfetto demands', async () => {
  const { store, trace } = await startTracing();
  await store.insertBatch(storeBatch([], { events: session }));
  const { traceEvents } = JSON.parse((await trace(`?sid=${testSid}`)).body);
  const slices = traceEvents.filter(({ ph }: { ph: string }) => ph === 'X');
  expect(slices.length).toBeGreaterThan(4);
  const named = new Set(
    traceEvents
      .filter(({ name }: { name: string }) => name === 'thread_name')
      .map(({ pid, tid }: { pid: number; tid: number }) => `${pid} ${tid}`),
  );
  for (const [index, slice] of slices.entries()) {
    expect(named).toContain(`${slice.pid} ${slice.tid}`);
    for (const later of slices.slice(index + 1)) {
      expect(later.ts).toBeGreaterThanOrEqual(slice.ts);
      if (later.tid !== slice.tid || later.ts >= slice.ts + slice.dur) continue;
      expect(later.ts + later.dur).toBeLessThanOrEqual(slice.ts + slice.dur);
    }
  }
});

test('a document is traced by its id, also without a playback, and continues from a number', async () => {
  const { store, trace } = await startTracing();
  await store.insertBatch(storeBatch([], { sid: other, events: session.slice(0, 3) }));
  const whole = await trace(`?sid=${other}`);
  expect(whole.headers['content-disposition']).toContain(`offstage-trace-${other}.json`);
  expect(await parseTrace(whole.body)).toHaveLength(4);
  const rest = await trace(`?sid=${other}&from=3`);
  expect(JSON.parse(rest.body).metadata.events).toMatchObject({ stored: 3, drawn: 1 });
});

test('a session of which no event has a possible time is an empty trace', async () => {
  const { store, trace } = await startTracing();
  await store.insertBatch(storeBatch([1]));
  const reply = await trace(`?sid=${testSid}&from=2`);
  expect(reply.status).toBe(200);
  expect(await parseTrace(reply.body)).toEqual([]);
});

test('two documents with a playback of the same name are named, and "sid" chooses one', async () => {
  const { store, trace } = await startTracing();
  for (const sid of [testSid, other])
    await store.insertBatch(storeBatch([], { sid, events: session }));
  const refused = await trace('?cpn=c_p-n.1');
  expect(refused.status).toBe(409);
  expect(JSON.parse(refused.body).error).toEqual({
    code: 'SEVERAL_DOCUMENTS',
    message: `Several documents have a playback of this name; add "sid" of one of them: ${[testSid, other].sort().join(', ')}.`,
  });
  const reply = await trace(`?cpn=c_p-n.1&sid=${other}`);
  expect(JSON.parse(reply.body).metadata).toMatchObject({ sid: other, cpn: 'c_p-n.1' });
});

const empty = shareInFile(startTracing);

test.each([
  ['', 'BAD_QUERY', 'Name a playback with "cpn"'],
  ['?cpn=', 'BAD_QUERY', '1 to 64 characters'],
  [`?cpn=${'x'.repeat(65)}`, 'BAD_QUERY', '1 to 64 characters'],
  ['?sid=short', 'BAD_QUERY', '"sid" must be'],
  [`?sid=${'x'.repeat(20)}'%20OR%201`, 'BAD_QUERY', '"sid" must be'],
  ['?cpn=a&from=x', 'BAD_NUMBER', '"from" must be'],
  ['?cpn=a&from=-1', 'BAD_NUMBER', '"from" must be'],
])('the query %s is refused', async (query, code, part) => {
  const reply = await empty().trace(query);
  expect(reply.status).toBe(400);
  expect(JSON.parse(reply.body).error).toEqual({ code, message: expect.stringContaining(part) });
});

test.each([
  ['?cpn=unknown', 'No playback of this name is stored'],
  ['?sid=0123456789abcdef', 'No event of this document is stored'],
])('%s, of which nothing is stored, is answered with the reason', async (query, part) => {
  const reply = await empty().trace(query);
  expect(reply.status).toBe(404);
  expect(JSON.parse(reply.body).error).toEqual({
    code: 'NOT_STORED',
    message: expect.stringContaining(part),
  });
});

test('only the operator gets a trace', async () => {
  const server = await startTestServer({ token: 'secret' });
  expect((await ask(server.embed, `?sid=${testSid}`)).status).toBe(401);
});
