import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readInTurns } from '../../../../../server/http/fairness/read-in-turns.ts';
import { createWaitingRequests } from '../../../../../server/http/fairness/waiting-requests.ts';
import { httpLimits } from '../../../../../server/http/http-limits.ts';
import { listen } from '../../../../../server/http/listen.ts';
import { until } from '../../../../support/until.ts';
import { get } from '../../support/open-socket.ts';

const { waitingFewCount, cutPauseMs } = httpLimits;
const client = '192.0.2.1';

/** A connection that records whether it is read, and how often its reading was resumed. */
class FakeSocket extends EventEmitter {
  remoteAddress = client;
  destroyed = false;
  isRead = true;
  resumedCount = 0;

  pause(): void {
    this.isRead = false;
  }

  resume(): void {
    this.isRead = true;
    this.resumedCount += 1;
    this.emit('resume');
  }
}

function start() {
  const waiting = createWaitingRequests();
  const server = new EventEmitter();
  const reading = readInTurns(server as Server, {
    waiting,
    isProxy: () => false,
    isAccepting: () => false,
  });
  return {
    waiting,
    slowDown: (socket: FakeSocket) => reading.slowDown(socket as unknown as Socket),
    async open(count: number): Promise<FakeSocket[]> {
      const sockets = Array.from({ length: count }, () => new FakeSocket());
      for (const socket of sockets) server.emit('connection', socket);
      await nextTurn();
      return sockets;
    },
    /** By one request below the limit. */
    becomeMany: () => waiting.enter(client),
    becomeFew: () => waiting.leave(client),
  };
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
});

test('a connection that Node resumes while its client is held stays unread', async () => {
  const { waiting, open, becomeMany } = start();
  const [socket] = await open(1);
  for (let count = 0; count < waitingFewCount.value; count += 1) becomeMany();
  expect(waiting.hasMany(client)).toBe(true);
  socket?.resume();
  expect(socket?.isRead).toBe(false);
});

test('connections whose turn comes while many requests wait again stay unread, and are read once few wait', async () => {
  const { waiting, open, becomeMany, becomeFew } = start();
  const sockets = await open(20);
  const readCount = () => sockets.filter(({ isRead }) => isRead).length;
  for (let count = 0; count < waitingFewCount.value; count += 1) waiting.enter(client);
  becomeFew();
  expect(readCount()).toBe(httpLimits.connectionsPerTurnCount.value);
  becomeMany();
  await turns(10);
  expect(readCount()).toBe(0);
  becomeFew();
  await turns(10);
  expect(readCount()).toBe(20);
});

test('a connection waits for one turn only, however often its client has many requests and then few', async () => {
  const { waiting, open, becomeMany, becomeFew } = start();
  const sockets = await open(20);
  for (let count = 1; count < waitingFewCount.value; count += 1) waiting.enter(client);
  for (let count = 0; count < 10; count += 1) {
    becomeMany();
    becomeFew();
  }
  await turns(200);
  // Those of the first turn were read, and held again.
  for (const { resumedCount, isRead } of sockets)
    expect([resumedCount <= 2, isRead]).toEqual([true, true]);
});

test('after a cut the client’s other connections are read one a turn, each once, and closed ones take no turn', async () => {
  const { slowDown, open } = start();
  const [cut, ...others] = await open(5);
  if (cut === undefined) throw new Error('no socket');
  cut.destroyed = true;
  slowDown(cut);
  slowDown(cut);
  const counts = () => others.map(({ resumedCount }) => resumedCount);
  expect(counts()).toEqual([1, 0, 0, 0]);
  await turns(1);
  expect(counts().reduce((sum, count) => sum + count)).toBe(2);
  await turns(10);
  expect(others.every(({ isRead }) => isRead)).toBe(true);
  // The first was read before the second cut.
  expect(counts()).toEqual([2, 1, 1, 1]);
});

test('new connections of a client wait for their turn until a while after its last cut, and no longer', async () => {
  const { slowDown, open } = start();
  const [cut] = await open(1);
  if (cut === undefined) throw new Error('no socket');
  cut.destroyed = true;
  const waitedCount = async () => (await open(1))[0]?.resumedCount;
  slowDown(cut);
  await vi.advanceTimersByTimeAsync(cutPauseMs.value - 1);
  expect(await waitedCount()).toBe(1);
  slowDown(cut);
  await vi.advanceTimersByTimeAsync(cutPauseMs.value - 1);
  expect(await waitedCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await waitedCount()).toBe(0);
});

/**
 * A server that delays the answers to `/held`, and a way to connect from a client's own address.
 */
async function startReal(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const waiting = createWaitingRequests();
  const held: ServerResponse[] = [];
  const opened = await listen(
    (request: IncomingMessage, response: ServerResponse) => {
      if (request.url === '/held') held.push(response);
      else handle(request, response);
    },
    { host: '127.0.0.1', port: 0, portOption: '--port', waiting },
  );
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(() => opened.value.stop(0));
  const open = (localAddress: string, text: string): Socket => {
    const socket = connect({ port: opened.value.port, host: '127.0.0.1', localAddress });
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {}).write(text);
    return socket;
  };
  return { waiting, held, open };
}

const flooder = '127.0.0.66';
const post = 'POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe';

test('a handler that reads a body does not resume a client that is held [attack-H1]', async () => {
  vi.useRealTimers();
  const asked: string[] = [];
  const bodies: IncomingMessage[] = [];
  const { waiting, held, open } = await startReal((request, response) => {
    asked.push(request.url ?? '');
    if (request.url !== '/body') response.end();
    else bodies.push(request.on('end', () => response.end()));
  });
  const posting = open(flooder, post);
  await until(() => bodies.length === 1);
  open(flooder, get('/held') + get('/queued').repeat(80));
  await until(() => waiting.size === 80);
  posting.write(`llo${get('/after')}`);
  bodies[0]?.resume();
  const other = open('127.0.0.67', get('/other'));
  for (let count = 0; count < 5; count += 1) {
    await once(other, 'data');
    other.write(get('/other'));
  }
  expect(asked).not.toContain('/after');
  held[0]?.end();
  await until(() => asked.includes('/after'));
});

test('of many connections with many requests each, few are read before their requests end [attack-H1]', async () => {
  vi.useRealTimers();
  let answeredCount = 0;
  let mostWaiting = 0;
  const allAnswered = Promise.withResolvers<void>();
  const { waiting, held, open } = await startReal((_request, response) => {
    mostWaiting = Math.max(mostWaiting, waiting.size);
    answeredCount += 1;
    response.end();
    if (answeredCount === 40 * 100 + waitingFewCount.value + 1) allAnswered.resolve();
  });
  open(flooder, get('/held') + get('/queued').repeat(waitingFewCount.value));
  await until(() => waiting.hasMany(flooder));
  for (let count = 0; count < 40; count += 1) open(flooder, get('/queued').repeat(100)).resume();
  await once(open('127.0.0.67', get('/other')), 'data');
  held[0]?.end();
  await allAnswered.promise;
  // Four connections are read in a turn, or five with the one that has just been answered.
  expect(mostWaiting).toBeLessThan(waitingFewCount.value + 5 * 100);
});
