import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createBodyBudget } from '../../../../../server/http/fairness/body-budget.ts';
import { createRateLimit } from '../../../../../server/http/fairness/rate-limit.ts';
import { readInTurns } from '../../../../../server/http/fairness/read-in-turns.ts';
import { startInTurns } from '../../../../../server/http/fairness/start-in-turns.ts';
import { createWaitingRequests } from '../../../../../server/http/fairness/waiting-requests.ts';
import { createFileAnswers } from '../../../../../server/http/files/file-answers.ts';
import { httpLimits } from '../../../../../server/http/http-limits.ts';
import { listen } from '../../../../../server/http/listen.ts';
import { intakeCostLimits } from '../../../../../server/intake/intake-limits.ts';
import { createHeldRequests } from '../../../../../server/library/live/held-requests.ts';
import { createEventStore } from '../../../../../server/store/create-event-store.ts';
import { linkLimits } from '../../../../../server/store/postgres/link-limits.ts';
import { createSqliteDriver } from '../../../../../server/store/sqlite/open-sqlite-store.ts';
import { batchBytes, providerLogBytes } from '../../../../../server/store/stored-bytes.ts';
import { testSid } from '../../support/log-batches.ts';
import { openSqliteFile } from '../../support/store-place.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

// Other tests use small limits. These check that a server uses those of its `*-limits.ts`.

const stays = new AbortController().signal;

/** Far above every limit here, so that a missing limit ends too. */
const tries = 200_000;

/** @returns the number of successes before the first failure */
function countUntilRefused(attempt: (index: number) => boolean): number {
  for (let count = 0; count < tries; count += 1) if (!attempt(count)) return count;
  return tries;
}

test('the number of waiting pipelined requests is limited for a client and for all clients', () => {
  const waiting = createWaitingRequests();
  expect(countUntilRefused(() => waiting.enter('a'))).toBe(httpLimits.waitingClientMaxCount.value);
  const others = countUntilRefused((index) => waiting.enter(`b${index}`));
  expect(others + httpLimits.waitingClientMaxCount.value).toBe(httpLimits.waitingMaxCount.value);
});

test('the number of requests that a live stream holds is limited for a client and for all clients', () => {
  const held = createHeldRequests();
  expect(countUntilRefused(() => held.enter('a') === null)).toBe(
    httpLimits.heldClientMaxCount.value,
  );
  const others = countUntilRefused((index) => held.enter(`b${index}`) === null);
  expect(others + httpLimits.heldClientMaxCount.value).toBe(httpLimits.heldMaxCount.value);
});

test('the number of files being sent is limited for a client and for all clients, until one is idle for long', () => {
  const clock = { nowMs: 0 };
  const files = createFileAnswers({ now: () => clock.nowMs });
  const cut: string[] = [];
  const begin = (client: string) => typeof files.begin(client, () => cut.push(client)) !== 'string';
  const { fileAnswersMaxCount, fileAnswersClientShare, fileIdleMs } = httpLimits;
  const clientCount = fileAnswersMaxCount.value * fileAnswersClientShare.value;
  expect(countUntilRefused(() => begin('a'))).toBe(clientCount);
  expect(countUntilRefused((index) => begin(`b${index}`))).toBe(
    fileAnswersMaxCount.value - clientCount,
  );
  clock.nowMs = fileIdleMs.value - 1;
  expect([begin('a'), cut]).toEqual([false, []]);
  clock.nowMs += 1;
  expect([begin('a'), cut]).toEqual([true, ['a']]);
});

test('the rate limit remembers a limited number of clients', () => {
  const limit = createRateLimit({ perMinute: 1, now: () => 0 });
  let most = 0;
  for (let index = 0; index < tries; index += 1) {
    limit.take(`${index}`);
    most = Math.max(most, limit.size);
  }
  const maxCount = httpLimits.rateClientsMaxCount.value;
  expect(most).toBeLessThanOrEqual(maxCount);
  // Between half and all of them: the most recent ones.
  expect(limit.size).toBeGreaterThanOrEqual(maxCount / 2);
});

test('a turn of the event loop starts a limited number of requests', async () => {
  let startedCount = 0;
  const serve = startInTurns(() => (startedCount += 1), {
    clientOf: () => 'a',
    isAccepting: () => false,
  });
  for (let index = 0; index < 20; index += 1) serve({} as IncomingMessage, {} as ServerResponse);
  expect(startedCount).toBe(httpLimits.startsPerTurnCount.value);
  await nextTurn();
  expect(startedCount).toBe(2 * httpLimits.startsPerTurnCount.value);
});

test('while connections arrive, a client that has just had a turn waits for a later one', async () => {
  let startedCount = 0;
  const serve = startInTurns(() => (startedCount += 1), {
    clientOf: () => 'a',
    isAccepting: () => true,
  });
  for (let index = 0; index < 20; index += 1) serve({} as IncomingMessage, {} as ServerResponse);
  await nextTurn();
  await nextTurn();
  expect(startedCount).toBeLessThanOrEqual(1);
});

test('a turn of the event loop resumes a limited number of connections of a client whose requests waited', async () => {
  const waiting = createWaitingRequests();
  const server = new EventEmitter();
  readInTurns(server as Server, { waiting, isProxy: () => false, isAccepting: () => false });
  const read = new Set<EventEmitter>();
  const connections = Array.from({ length: 20 }, () => {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress: '192.0.2.1',
      destroyed: false,
      pause: () => void read.delete(socket),
      resume: () => void read.add(socket),
    });
    read.add(socket);
    return socket;
  });
  for (const socket of connections) server.emit('connection', socket);
  const { waitingFewCount, connectionsPerTurnCount } = httpLimits;
  for (let count = 0; count < waitingFewCount.value; count += 1) waiting.enter('192.0.2.1');
  expect(read.size).toBe(0);
  waiting.leave('192.0.2.1');
  expect(read.size).toBe(connectionsPerTurnCount.value);
  await nextTurn();
  expect(read.size).toBe(2 * connectionsPerTurnCount.value);
});

test('the listener asks for a backlog of thousands of connections', async () => {
  const listening = vi.spyOn(NetServer.prototype, 'listen');
  onTestFinished(() => listening.mockRestore());
  const opened = await listen(() => {}, { host: '127.0.0.1', port: 0, portOption: '--port' });
  if (!opened.ok) throw new Error(opened.error.message);
  await opened.value.stop(0);
  expect(listening.mock.calls[0]?.[0]).toMatchObject({ backlog: httpLimits.backlogCount.value });
});

test('a client may use half of the memory for bodies, and two clients all of it', () => {
  const budget = createBodyBudget({ now: () => 0 });
  const { inFlightBytes, inFlightClientBytes } = intakeCostLimits;
  const [a, b, c] = ['a', 'b', 'c'].map((client) => budget.roomFor(client));
  expect([a?.take(inFlightClientBytes.value), a?.take(1)]).toEqual([true, false]);
  expect([b?.take(inFlightBytes.value - inFlightClientBytes.value), c?.take(1)]).toEqual([
    true,
    false,
  ]);
});

test('few bodies are decompressed at a time, and the number that wait is limited for a client and for all clients', async () => {
  const { unpacking } = createBodyBudget({ now: () => 0 });
  const { unpackingCount, waitingClientCount, waitingCount } = intakeCostLimits;
  const counts = { admitted: 0, full: 0, gone: 0 };
  const enter = async (client: string) => {
    counts[await unpacking.enter(client, stays)] += 1;
  };
  for (let index = 0; index < 100; index += 1) void enter('a');
  await nextTurn();
  expect(counts).toEqual({
    admitted: unpackingCount.value,
    full: 100 - unpackingCount.value - waitingClientCount.value,
    gone: 0,
  });
  const before = counts.full;
  for (let index = 0; index < 2_000; index += 1) void enter(`b${index}`);
  await nextTurn();
  expect(counts.full - before).toBe(2_000 - (waitingCount.value - waitingClientCount.value));
});

test('a turn of the event loop parses one body of 100,000 bytes', async () => {
  const { turns } = createBodyBudget({ now: () => 0 });
  let admittedCount = 0;
  for (let index = 0; index < 5; index += 1)
    void turns.next('a', 100_000, stays).then(() => (admittedCount += 1));
  await nextTurn();
  expect(admittedCount).toBe(1);
  await nextTurn();
  expect(admittedCount).toBe(2);
});

test('a strict --rate-limit still allows the largest bodies', () => {
  const budget = createBodyBudget({ rateLimit: 1, now: () => 0 });
  for (const limit of [budget.received, budget.stored]) {
    limit.take('a', intakeCostLimits.bytesPerMinuteFloor.value - 1);
    expect(limit.waitMs('a')).toBe(0);
    limit.take('a', 1);
    expect(limit.waitMs('a')).toBeGreaterThan(0);
  }
});

test('each row counts as 200 bytes more than its texts', () => {
  const event = { seq: 1, name: 'n', eventTimeMs: 1, contextJson: '{}', payloadJson: '{}' };
  // The document, its row in the reports, the event, and a refused number.
  const batch = { events: [event], clientEventId: 'i', rejectedSeqs: [2] };
  expect(batchBytes(batch)).toBe(4 * 200 + 6);
  const entry = { n: 1, kind: 'k', timeMs: 1, fieldsJson: '{}' };
  expect(providerLogBytes({ entries: [entry], contextJson: '{}' })).toBe(2 * 200 + 5);
});

test.each([
  [20, 1],
  [21, 2],
])(
  '%d receipts that are requested at once are read in %d transactions',
  async (count, transactions) => {
    const file = join(tempDirectory(), 'events.sqlite');
    openSqliteFile(file);
    const driver = createSqliteDriver(new DatabaseSync(file));
    let counted = 0;
    const store = createEventStore({
      ...driver,
      transaction(work) {
        counted += 1;
        return driver.transaction(work);
      },
    });
    onTestFinished(() => store.close());
    const receipts = Array.from({ length: count }, () => store.storedRanges(testSid, 1));
    for (const receipt of await Promise.all(receipts)) expect(receipt).toMatchObject({ ok: true });
    expect(counted).toBe(transactions);
  },
);

test('a commit of PostgreSQL may take 10 s', () => {
  expect(linkLimits.commitMs).toBe(10_000);
});
