import { rtmpLimits } from '../live-limits.ts';

/** A message of an RTMP connection (RTMP 1.0 5.3). */
export interface RtmpMessage {
  type: number;
  /** Milliseconds, modulo 2³². */
  timestamp: number;
  streamId: number;
  payload: Buffer;
}

export const messageType = {
  setChunkSize: 1,
  acknowledgement: 3,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  commandAmf3: 17,
  data: 18,
  command: 20,
} as const;

interface ChunkStream {
  timestamp: number;
  /** Time since the message before; a message without a header repeats it. */
  delta: number;
  hasExtended: boolean;
  length: number;
  type: number;
  streamId: number;
  /** Pieces of the message that is being read. */
  parts: Buffer[];
  partsBytes: number;
}

/**
 * Puts messages together from chunks (RTMP 1.0 5.3.1).
 * @param maxBytes the longest message that is accepted now
 * @returns takes bytes; gives the messages that are complete; throws if they break the protocol
 */
export function createMessageReader(maxBytes: () => number): (bytes: Buffer) => RtmpMessage[] {
  const streams = new Map<number, ChunkStream>();
  let chunkBytes: number = rtmpLimits.chunkBytes;
  let rest: Buffer = Buffer.alloc(0);

  /** @returns the bytes that the chunk took; `null` while it is incomplete */
  function readChunk(bytes: Buffer, found: RtmpMessage[]): number | null {
    const head = readHead(bytes);
    if (head === null) return null;
    const stream = streams.get(head.id) ?? newStream();
    const isNew = stream.partsBytes === 0 && stream.parts.length === 0;
    const next = isNew ? startMessage(stream, head, bytes) : skipExtended(stream, head);
    if (next === null) return null;
    const { at } = next;
    if (next.stream.length > maxBytes()) throw new Error('a message is too long');
    const size = Math.min(chunkBytes, next.stream.length - next.stream.partsBytes);
    if (bytes.length < at + size) return null;
    if (!streams.has(head.id) && streams.size >= rtmpLimits.chunkStreamsCount)
      throw new Error('there are too many chunk streams');
    const { parts } = next.stream;
    parts.push(bytes.subarray(at, at + size));
    const read = { ...next.stream, partsBytes: next.stream.partsBytes + size };
    const isWhole = read.partsBytes >= read.length;
    streams.set(head.id, isWhole ? { ...read, parts: [], partsBytes: 0 } : read);
    if (isWhole) found.push(take(read));
    return at + size;
  }

  function take({ type, timestamp, streamId, parts }: ChunkStream): RtmpMessage {
    const payload = Buffer.concat(parts);
    if (type === messageType.setChunkSize) {
      const size = payload.readUInt32BE(0);
      if (size < 1 || size > rtmpLimits.chunkMaxBytes) throw new Error('the chunk size is invalid');
      chunkBytes = size;
    }
    return { type, timestamp, streamId, payload };
  }

  return (bytes) => {
    const found: RtmpMessage[] = [];
    let all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    for (let taken = readChunk(all, found); taken !== null; taken = readChunk(all, found))
      all = all.subarray(taken);
    rest = Buffer.from(all);
    return found;
  };
}

function newStream(): ChunkStream {
  const none = { timestamp: 0, delta: 0, hasExtended: false, length: 0, type: 0, streamId: 0 };
  return { ...none, parts: [], partsBytes: 0 };
}

interface Head {
  /** How much of the message header follows: 0 all, 3 nothing. */
  format: number;
  id: number;
  at: number;
}

/** RTMP 1.0 5.3.1.1 */
function readHead(bytes: Buffer): Head | null {
  const first = bytes[0];
  if (first === undefined) return null;
  const [format, short] = [first >> 6, first & 0x3f];
  if (short > 1) return { format, id: short, at: 1 };
  const length = short === 0 ? 2 : 3;
  if (bytes.length < length) return null;
  const id = 64 + bytes.readUInt8(1) + (short === 1 ? bytes.readUInt8(2) * 256 : 0);
  return { format, id, at: length };
}

const headerBytes = [11, 7, 3, 0];
const extendedMark = 0xff_ffff;

/** RTMP 1.0 5.3.1.2 */
function startMessage(
  stream: ChunkStream,
  { format, at }: Head,
  bytes: Buffer,
): { stream: ChunkStream; at: number } | null {
  const headerEnd = at + (headerBytes[format] ?? 0);
  if (bytes.length < headerEnd) return null;
  const time = format < 3 ? bytes.readUIntBE(at, 3) : null;
  const hasExtended = time === null ? stream.hasExtended : time === extendedMark;
  const end = headerEnd + (hasExtended ? 4 : 0);
  if (bytes.length < end) return null;
  const given = hasExtended ? bytes.readUInt32BE(headerEnd) : time;
  // Without a header, the time grows as before; an extended one is repeated.
  const delta = given === null || (format === 3 && hasExtended) ? stream.delta : given;
  return {
    at: end,
    stream: {
      ...stream,
      hasExtended,
      delta: format === 0 ? 0 : delta,
      timestamp: format === 0 ? (given ?? 0) : (stream.timestamp + delta) >>> 0,
      length: format < 2 ? bytes.readUIntBE(at + 3, 3) : stream.length,
      type: format < 2 ? bytes.readUInt8(at + 6) : stream.type,
      streamId: format === 0 ? bytes.readUInt32LE(at + 7) : stream.streamId,
    },
  };
}

/** A further chunk of a message repeats an extended time. */
function skipExtended(
  stream: ChunkStream,
  { at, format }: Head,
): { stream: ChunkStream; at: number } {
  if (format !== 3) throw new Error('a message begins before the one before it has ended');
  return { stream, at: at + (stream.hasExtended ? 4 : 0) };
}
