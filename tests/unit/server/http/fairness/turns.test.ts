import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createTurns } from '../../../../../server/http/fairness/create-turns.ts';
import { startInTurns } from '../../../../../server/http/fairness/start-in-turns.ts';
import { listen } from '../../../../../server/http/listen.ts';
import { until } from '../../../../support/until.ts';

test('a client that starts many requests at once delays its own, and others have every second turn', async () => {
  const turns = createTurns({ turnCount: 2 });
  const started: string[] = [];
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) turns.begin('a', () => started.push(name));
  turns.begin('b', () => started.push('b1'));
  expect(started).toEqual(['a1', 'a2']);
  await nextTurn();
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1']);
  await nextTurn();
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'a5']);
  await nextTurn();
  turns.begin('a', () => started.push('a6'));
  expect(started.at(-1)).toBe('a6');
});

test('other work comes before the next start of the same client, for a few turns at most, and not before another’s', async () => {
  const turns = createTurns({ turnCount: 1, shouldYield: () => true });
  const started: string[] = [];
  for (const name of ['a1', 'a2']) turns.begin('a', () => started.push(name));
  await nextTurn();
  expect(started).toEqual(['a1']);
  turns.begin('b', () => started.push('b1'));
  await nextTurn();
  expect(started).toEqual(['a1', 'b1']);
  while (started.length < 3) await nextTurn();
  expect(started).toEqual(['a1', 'b1', 'a2']);
});

test('a waiting request does not start when its client has left', async () => {
  const started: string[] = [];
  const serve = startInTurns(({ url = '' }) => started.push(url), {
    clientOf: () => 'a',
    isAccepting: () => false,
  });
  const responses = Array.from({ length: 6 }, () => ({ destroyed: false }));
  for (const [index, response] of responses.entries())
    serve({ url: `/${index}` } as IncomingMessage, response as ServerResponse);
  expect(started).toEqual(['/0', '/1', '/2', '/3']);
  Object.assign(responses[4] ?? {}, { destroyed: true });
  await nextTurn();
  expect(started.slice(4)).toEqual(['/5']);
});

test('a client whose pipelined requests wait is not read on, and others are answered meanwhile [attack-H1]', async () => {
  const held: ServerResponse[] = [];
  const asked: string[] = [];
  const opened = await listen(
    ({ url = '' }: IncomingMessage, response: ServerResponse) => {
      asked.push(url);
      if (url === '/held') held.push(response);
      else response.end();
    },
    { host: '127.0.0.1', port: 0, portOption: '--port' },
  );
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(() => opened.value.stop(0));
  const open = (localAddress: string, text: string) => {
    const socket = connect({ port: opened.value.port, host: '127.0.0.1', localAddress });
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {}).write(text);
    return socket;
  };
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

  open('127.0.0.66', get('/held') + get('/queued').repeat(80));
  await until(() => held.length === 1);
  open('127.0.0.66', get('/same-client'));
  const other = open('127.0.0.67', get('/other-client'));
  await once(other, 'data');
  expect(asked).toEqual(['/held', '/other-client']);
  held[0]?.end();
  await until(() => asked.includes('/same-client'));
});
