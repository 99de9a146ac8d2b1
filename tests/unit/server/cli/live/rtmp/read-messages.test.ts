import { expect, test } from 'vitest';
import { rtmpLimits } from '../../../../../../server/cli/live/live-limits.ts';
import {
  createMessageReader,
  messageType,
} from '../../../../../../server/cli/live/rtmp/read-messages.ts';
import { writeMessage } from '../../../../../../server/cli/live/rtmp/write-message.ts';

const reader = (maxBytes = 10_000) => createMessageReader(() => maxBytes);
const payload = (length: number) => Buffer.from(Array.from({ length }, (_, index) => index % 251));
const written = (length: number, type: number = messageType.video, id = 4) =>
  writeMessage(id, { type, streamId: 1, payload: payload(length) });

/** A chunk with the header that its format wants. */
function chunk(
  format: number,
  id: number,
  header: readonly number[],
  bytes: Buffer | string = '',
): Buffer {
  return Buffer.concat([
    Buffer.from([(format << 6) | id, ...header]),
    Buffer.from(bytes as string),
  ]);
}

test('a message of many chunks is put together, however its bytes arrive', () => {
  const bytes = Buffer.concat([written(1_000), written(1)]);
  for (const size of [1, 7, 128, 2_000]) {
    const read = reader();
    const found = [];
    for (let at = 0; at < bytes.length; at += size)
      found.push(...read(bytes.subarray(at, at + size)));
    expect(found.map((message) => message.payload)).toEqual([payload(1_000), payload(1)]);
    expect(found[0]).toMatchObject({ type: messageType.video, streamId: 1, timestamp: 0 });
  }
});

test('messages of two chunk streams may be mixed', () => {
  const [picture, sound] = [written(200), written(150, messageType.audio, 5)];
  // The first chunk of each has a header of 12 bytes, and 128 of its message.
  const mixed = [
    picture.subarray(0, 140),
    sound.subarray(0, 140),
    picture.subarray(140),
    sound.subarray(140),
  ];
  const found = reader()(Buffer.concat(mixed));
  expect(found.map(({ type }) => type)).toEqual([messageType.video, messageType.audio]);
  expect(found.map((message) => message.payload)).toEqual([payload(200), payload(150)]);
});

test('a shorter header repeats what the message before had, and its time is a difference', () => {
  const found = reader()(
    Buffer.concat([
      chunk(0, 4, [0, 0, 10, 0, 0, 1, 9, 1, 0, 0, 0], 'a'),
      chunk(1, 4, [0, 0, 20, 0, 0, 2, 8], 'bc'),
      chunk(2, 4, [0, 0, 30], 'de'),
      chunk(3, 4, [], 'fg'),
    ]),
  );
  expect(
    found.map((message) => [message.timestamp, message.type, String(message.payload)]),
  ).toEqual([
    [10, 9, 'a'],
    [30, 8, 'bc'],
    [60, 8, 'de'],
    [90, 8, 'fg'],
  ]);
  expect(found.map(({ streamId }) => streamId)).toEqual([1, 1, 1, 1]);
});

test('times of more than four hours are in an extended field, also of later chunks', () => {
  const long = payload(200);
  const found = reader()(
    Buffer.concat([
      chunk(0, 4, [255, 255, 255, 0, 0, 200, 9, 1, 0, 0, 0, 1, 0, 0, 5], long.subarray(0, 128)),
      chunk(3, 4, [1, 0, 0, 5], long.subarray(128)),
    ]),
  );
  expect(found).toMatchObject([{ timestamp: 0x0100_0005, payload: long }]);
});

test('chunk streams have numbers up to 65,599', () => {
  const header = [0, 0, 0, 0, 0, 1, 9, 0, 0, 0, 0];
  const found = reader()(
    Buffer.concat([chunk(0, 0, [1, ...header], 'a'), chunk(0, 1, [255, 255, ...header], 'b')]),
  );
  expect(found.map((message) => String(message.payload))).toEqual(['a', 'b']);
});

test('the sender chooses the size of its chunks', () => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(4_096);
  const setSize = writeMessage(2, { type: messageType.setChunkSize, streamId: 0, payload: size });
  const big = chunk(0, 4, [0, 0, 0, 0, 3, 232, 9, 0, 0, 0, 0], payload(1_000));
  expect(reader()(Buffer.concat([setSize, big])).at(-1)?.payload).toEqual(payload(1_000));
});

test.each([
  ['a message longer than now accepted', written(101), 'a message is too long'],
  [
    'chunks of no bytes',
    writeMessage(2, { type: messageType.setChunkSize, streamId: 0, payload: Buffer.alloc(4) }),
    'the chunk size is invalid',
  ],
  [
    'a message within another of the same chunk stream',
    Buffer.concat([
      chunk(0, 4, [0, 0, 0, 0, 0, 100, 9, 0, 0, 0, 0], payload(100)),
      chunk(0, 5, [0, 0, 0, 0, 3, 232, 9, 0, 0, 0, 0], payload(128)),
      chunk(0, 5, [0, 0, 0, 0, 3, 232, 9, 0, 0, 0, 0], payload(128)),
    ]),
    'a message begins before the one before it has ended',
    1_000,
  ],
])('%s is an error', (_, bytes, message, maxBytes = 100) => {
  expect(() => reader(maxBytes)(bytes)).toThrow(message);
});

test('too many chunk streams are refused', () => {
  const read = reader();
  const header = [0, 0, 0, 0, 0, 1, 9, 0, 0, 0, 0];
  const open = (id: number) => read(chunk(0, id, header, 'a'));
  for (let id = 2; id < 2 + rtmpLimits.chunkStreamsCount; id += 1) open(id);
  expect(() => open(60)).toThrow('there are too many chunk streams');
});
