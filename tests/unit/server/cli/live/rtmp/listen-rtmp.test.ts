import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { rtmpLimits } from '../../../../../../server/cli/live/live-limits.ts';
import { type AmfValue, readAmf, writeAmf } from '../../../../../../server/cli/live/rtmp/amf0.ts';
import { flvHeader } from '../../../../../../server/cli/live/rtmp/flv.ts';
import { createRtmpServer } from '../../../../../../server/cli/live/rtmp/listen-rtmp.ts';
import {
  createMessageReader,
  messageType,
} from '../../../../../../server/cli/live/rtmp/read-messages.ts';
import { writeMessage } from '../../../../../../server/cli/live/rtmp/write-message.ts';

/** A receiver of `rtmp://…/live` whose key is `right`. */
async function listen() {
  const streams: Readable[] = [];
  const refusals: string[] = [];
  const stopping = new AbortController();
  const server = createRtmpServer({
    app: 'live',
    isKey: (key) => key === 'right',
    onStream: (flv) => streams.push(flv),
    onRefusal: (sentence) => refusals.push(sentence.replace(/^[\d.:a-f]+: /, '')),
    signal: stopping.signal,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    stopping.abort();
    for (const stream of streams) stream.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, streams, refusals, stopping };
}

/** A sender up to the given commands, and the codes that it is answered with. */
async function open(port: number, { app = 'live', key = 'right' } = {}) {
  const socket = connect(port, '127.0.0.1');
  // A refused sender may still be writing.
  socket.on('error', () => {});
  onTestFinished(() => {
    socket.destroy();
  });
  const codes: string[] = [];
  const read = createMessageReader(() => rtmpLimits.commandMaxBytes);
  let handshakeLeft = 1 + 2 * rtmpLimits.handshakeBytes;
  socket.on('data', (bytes) => {
    const skipped = Math.min(handshakeLeft, bytes.length);
    handshakeLeft -= skipped;
    for (const { type, payload } of read(bytes.subarray(skipped)))
      if (type === messageType.command) codes.push(...readAmf(payload).flatMap(codeOf));
  });
  const command = (...values: AmfValue[]) =>
    socket.write(
      writeMessage(3, { type: messageType.command, streamId: 0, payload: writeAmf(...values) }),
    );
  socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * rtmpLimits.handshakeBytes)]));
  command('connect', 1, { app });
  command('createStream', 2, null);
  command('publish', 3, null, key, 'live');
  return { socket, codes, command };
}

function codeOf(value: AmfValue): string[] {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [];
  return typeof value.code === 'string' ? [value.code] : [];
}

/** `once` would reject when a refused sender is still writing. */
const closed = (socket: Socket) =>
  new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
const media = (type: number, text: string) =>
  writeMessage(4, { type, streamId: 1, payload: Buffer.from(text) });

test('a sender with the key is received as FLV, until it has gone', async () => {
  const { port, streams } = await listen();
  const { socket, codes } = await open(port);
  socket.write(media(messageType.video, 'picture'));
  socket.write(media(messageType.data, 'not media'));
  socket.end(media(messageType.audio, 'sound'));
  await expect
    .poll(() => codes)
    .toEqual(['NetConnection.Connect.Success', 'NetStream.Publish.Start']);
  const chunks = await streams[0]?.toArray();
  const tag = (type: number, text: string) => {
    const size = Buffer.from([0, 0, 0, 11 + text.length]);
    const head = Buffer.from([type, 0, 0, text.length, 0, 0, 0, 0, 0, 0, 0]);
    return Buffer.concat([head, Buffer.from(text), size]);
  };
  expect(Buffer.concat(chunks ?? [])).toEqual(
    Buffer.concat([flvHeader, tag(9, 'picture'), tag(8, 'sound')]),
  );
});

test.each([
  [{ key: 'wrong' }, 'the stream key is wrong.'],
  [{ key: '' }, 'the stream key is wrong.'],
  [{ app: 'other' }, 'the address must end with /live, not /other.'],
])(
  'a sender with %o is told why it is refused, and nothing of it is received [threat-live-senders]',
  async (call, why) => {
    const { port, streams, refusals } = await listen();
    const { socket, codes } = await open(port, call);
    await closed(socket);
    expect(codes.at(-1)).toBe('NetStream.Publish.BadName');
    expect([refusals, streams]).toEqual([[why], []]);
  },
);

test('a second sender with the key is refused while the first one sends, and accepted afterwards', async () => {
  const { port, streams, refusals } = await listen();
  const first = await open(port);
  await expect.poll(() => streams.length).toBe(1);
  const second = await open(port);
  await closed(second.socket);
  expect(refusals).toEqual(['another sender is already sending.']);
  first.command('deleteStream', 4, null, 1);
  await closed(first.socket);
  await open(port);
  await expect.poll(() => streams.length).toBe(2);
});

test.each([
  ['a request of HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n'), 'this is no RTMP.'],
  [
    'a message that is longer than a command',
    Buffer.concat([
      Buffer.from([3]),
      Buffer.alloc(2 * rtmpLimits.handshakeBytes),
      Buffer.from([4, 0, 0, 0, 255, 255, 255, 9, 0, 0, 0, 0]),
    ]),
    'a message is too long.',
  ],
  [
    'a command that is none',
    Buffer.concat([
      Buffer.from([3]),
      Buffer.alloc(2 * rtmpLimits.handshakeBytes),
      writeMessage(3, { type: messageType.command, streamId: 0, payload: Buffer.from('x') }),
    ]),
    'the type 120 is not supported.',
  ],
])('%s closes only its own connection', async (_, bytes, why) => {
  const { port, streams, refusals } = await listen();
  await open(port);
  await expect.poll(() => streams.length).toBe(1);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}).resume();
  socket.write(bytes);
  await closed(socket);
  expect(refusals).toEqual([why]);
  expect(streams[0]?.readableEnded).toBe(false);
});

test('connections that show no key are limited, and keep no sender out [threat-live-senders]', async () => {
  const { port, streams } = await listen();
  const idle = [];
  for (let count = 0; count < rtmpLimits.waitingCount; count += 1) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    onTestFinished(() => {
      socket.destroy();
    });
    idle.push(socket);
  }
  const [oldest, next] = idle;
  const { codes } = await open(port);
  if (oldest !== undefined) await closed(oldest);
  await expect.poll(() => codes).toContain('NetStream.Publish.Start');
  expect(streams).toHaveLength(1);
  expect(next?.destroyed).toBe(false);
});

test('a reader that ends closes the connection of its sender', async () => {
  const { port, streams } = await listen();
  const { socket } = await open(port);
  await expect.poll(() => streams.length).toBe(1);
  streams[0]?.destroy();
  await closed(socket);
});

test('the end of the command closes connections that are not received', async () => {
  const { port, stopping } = await listen();
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  await new Promise(setImmediate);
  stopping.abort();
  await closed(socket);
});
