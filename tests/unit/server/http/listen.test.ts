import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../../server/http/listen.ts';

const place = { host: '127.0.0.1', port: 0, portOption: '--port' };

test('a request whose body never ends is cut off', async () => {
  let isAborted = false;
  const listener = await listen(
    (request) => {
      request.resume();
      request.on('error', () => {
        isAborted = true;
      });
    },
    place,
    { headersMs: 500, requestMs: 500, checkEveryMs: 5 },
  );
  if (!listener.ok) throw new Error(listener.error.message);
  onTestFinished(() => listener.value.stop(0));
  const socket = connect(listener.value.port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nslow');
  await new Promise((resolve) =>
    socket
      .on('error', () => {})
      .on('close', resolve)
      .resume(),
  );
  await expect.poll(() => isAborted).toBe(true);
});

test('a request has half a minute, its headers half of that, and an idle connection stays open longer than those of proxies', async () => {
  const timeouts: number[] = [];
  const listener = await listen((request, response) => {
    const { server } = request.socket as Socket & { server: Server };
    timeouts.push(server.requestTimeout, server.headersTimeout, server.keepAliveTimeout);
    response.end();
  }, place);
  if (!listener.ok) throw new Error(listener.error.message);
  onTestFinished(() => listener.value.stop(0));
  await fetch(`http://127.0.0.1:${listener.value.port}/`);
  expect(timeouts).toEqual([30_000, 15_000, 65_000]);
});
