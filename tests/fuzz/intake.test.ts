import { EventEmitter } from 'node:events';
import { BlockList } from 'node:net';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { Hono } from 'hono';
import { beforeAll, expect } from 'vitest';
import { addErrorReplies } from '../../server/http/error-reply.ts';
import { createBodyBudget } from '../../server/http/fairness/body-budget.ts';
import type { ServerEnv } from '../../server/http/server-env.ts';
import { createErrorRoutes } from '../../server/intake/errors/error-routes.ts';
import { createIntakeRoutes } from '../../server/intake/intake-routes.ts';
import { createProviderLogRoutes } from '../../server/intake/provider-log/provider-log-routes.ts';
import type { EventStore } from '../../server/store/event-store.ts';
import { openSqliteStore } from '../../server/store/sqlite/open-sqlite-store.ts';
import { errorReportPath } from '../../shared/telemetry/error-report-path.ts';
import { logEndpoints, providerLogPath } from '../../shared/telemetry/log-event.ts';
import { logBatch, logEvent, testSid } from '../unit/server/support/log-batches.ts';
import { fuzz } from './support/fuzz.ts';
import { damaged, hostileJson, mutatedBytes } from './support/mutations.ts';

/** Room for one body at a time: one that is not released stops everything. */
const inFlightBytes = 2_500_000;

let app: Hono<ServerEnv>;
let store: EventStore;
const failures: unknown[] = [];

beforeAll(() => {
  const opened = openSqliteStore(':memory:');
  if (!opened.ok) throw new Error(opened.error.message);
  store = opened.value;
  const deps = { store, budget: createBodyBudget({ inFlightBytes, now: Date.now }), now: Date.now };
  app = new Hono<ServerEnv>();
  addErrorReplies(app, (error) => failures.push(error));
  app.route('/', createIntakeRoutes({ ...deps, countryOf: () => '' }));
  app.route('/', createProviderLogRoutes(deps));
  app.route('/', createErrorRoutes(deps));
  return () => store.close();
});

interface Posted {
  status: number;
  json: Record<string, unknown> | null;
}

/** The options of a request without a socket. */
const envOf = (incoming: object, outgoing = new EventEmitter()) =>
  ({ incoming, outgoing, trustedProxies: new BlockList() }) as never;

/** A complete request, except for the socket. */
async function post(path: string, body: Uint8Array, encoding: string | undefined): Promise<Posted> {
  const headers: Record<string, string> =
    encoding === undefined ? {} : { 'content-encoding': encoding };
  const incoming = Object.assign(Readable.from([body], { objectMode: false }), {
    headers,
    socket: {},
  });
  const outgoing = new EventEmitter();
  const reply = await app.request(path, { method: 'POST', headers }, envOf(incoming, outgoing));
  const text = await reply.text();
  outgoing.emit('close');
  const json = text === '' ? null : JSON.parse(text);
  expect(failures).toEqual([]);
  expect([200, 204, 400, 413, 415]).toContain(reply.status);
  if (reply.status >= 400)
    expect(json).toEqual({
      error: {
        code: expect.stringMatching(/^[A-Z_]+$/),
        message: expect.not.stringMatching(/\n\s+at /),
      },
    });
  return { status: reply.status, json };
}

const encodings = fc.oneof(
  { weight: 8, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('gzip', 'identity', 'br', 'deflate', 'gzip, gzip', 'GZIP ', ''),
  },
);

/** As text, compressed, and with a few bytes changed before or after that. */
function bodies(values: fc.Arbitrary<unknown>): fc.Arbitrary<Uint8Array> {
  const texts = values.map((value) => Buffer.from(JSON.stringify(value) ?? ''));
  return fc.oneof(
    mutatedBytes(texts),
    mutatedBytes(texts).map((bytes) => gzipSync(bytes)),
    mutatedBytes(texts.map((bytes) => gzipSync(bytes))),
  );
}

const context = { lastActivityMs: 1 };
const seqs = fc.integer({ min: 1, max: 1_000_000_000 });
const event = fc.oneof(
  { weight: 4, arbitrary: seqs.map((seq) => logEvent(seq, { context })) },
  { weight: 3, arbitrary: seqs.chain((seq) => damaged(logEvent(seq, { context }))) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 20 }).map((seq) => logEvent(seq)) },
  { weight: 1, arbitrary: hostileJson },
);
const batch = fc
  .array(event, { maxLength: 8 })
  .chain((events) => fc.oneof(fc.constant(logBatch(events)), damaged(logBatch(events))));

fuzz(
  'whatever is posted to the intake is answered, and what it says it took is what it has more than before [threat-events]',
  fc.tuple(bodies(batch), encodings, fc.constantFrom(...Object.values(logEndpoints))),
  async ([body, encoding, path]) => {
    const before = await store.summary();
    const { status, json } = await post(path, body, encoding);
    const after = await store.summary();
    const accepted = status === 200 ? Number(json?.accepted) : 0;
    expect(after.events - before.events).toBe(accepted);
    expect(after.duplicates - before.duplicates).toBe(
      status === 200 ? Number(json?.duplicates) : 0,
    );
    expect(after.rejected - before.rejected).toBe(status === 200 ? Number(json?.rejected) : 1);
  },
);

let documents = 0;
let newestRow: number | undefined;
fuzz(
  'what the intake has taken can be read again, and is what was sent',
  fc.tuple(seqs, hostileJson),
  async ([seq, value]) => {
    const payload = JSON.parse(JSON.stringify({ value }));
    const sid = `fuzz-${String(++documents).padStart(16, '0')}`;
    const body = Buffer.from(
      JSON.stringify(logBatch([logEvent(seq, { context, payload })], { sid })),
    );
    const { json } = await post(logEndpoints.log_event, body, undefined);
    expect(json).toMatchObject({ accepted: 1 });
    expect(await store.storedRanges(sid, 1)).toEqual({
      ok: true,
      value: { stored: [[seq, seq]], isCut: false },
    });
    const [stored] = await store.events.after(
      newestRow ?? (await store.events.rowBeforeNewest(1)),
      1,
    );
    newestRow = stored?.row;
    expect(stored).toMatchObject({ sid, seq });
    // SQLite stores UTF-8, which has no lone surrogates.
    expect(JSON.stringify(stored?.payload)).toBe(JSON.stringify(payload));
  },
);

const providerEntry = { n: 1, timeMs: 1, kind: 'kind', fields: { a: 1 } };
const providerLog = fc
  .array(fc.oneof(damaged(providerEntry), hostileJson), { maxLength: 5 })
  .chain((entries) =>
    damaged({
      context: logBatch([]).context,
      sid: testSid,
      requestTimeMs: 1,
      droppedCount: 0,
      entries: [providerEntry, ...entries],
    }),
  );

fuzz(
  'whatever is posted to the provider’s log is answered',
  fc.tuple(bodies(providerLog), encodings),
  async ([body, encoding]) => {
    await post(providerLogPath, body, encoding);
  },
);

const report = {
  a: 'logerror',
  t: 'jserror',
  type: 'TypeError',
  msg: 'x is not a function',
  line: '12',
  level: 'ERROR',
  'client.name': 'OFFSTAGE',
  id: testSid,
  sid: testSid,
  timeMs: '1',
  source: 'page',
  stack: 'TypeError: x\n    at f (https://a/assets/main.js:1:2)',
  'client.version': '1',
  params: '{"a":"b"}',
};
const form = fc
  .record(
    Object.fromEntries(
      Object.entries(report).map(([name, value]) => [
        name,
        fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, fc.string({ unit: 'binary' })),
      ]),
    ),
  )
  .map((fields) => new URLSearchParams(fields as Record<string, string>).toString());

fuzz(
  'whatever is reported as an error is answered',
  fc.tuple(mutatedBytes(form.map((text) => Buffer.from(text))), fc.string()),
  async ([body, query]) => {
    await post(`${errorReportPath}?${encodeURIComponent(query)}`, body, undefined);
  },
);

fuzz(
  'whatever a receipt is asked for, there is one or the question is refused',
  fc.tuple(
    fc.oneof(fc.constant(testSid), fc.string({ unit: 'binary' })),
    fc.oneof(fc.nat().map(String), fc.string()),
  ),
  async ([sid, from]) => {
    const reply = await app.request(
      `${logEndpoints.log_event}?${new URLSearchParams({ sid, from })}`,
      {},
      envOf({ socket: {} }),
    );
    expect([200, 400]).toContain(reply.status);
    expect(failures).toEqual([]);
  },
);
