import { rtmpLimits } from '../live-limits.ts';

/**
 * Writes a message of a few hundred bytes in chunks (RTMP 1.0 5.3.1), at time 0.
 * @param chunkStreamId 2 for control, 3 for commands
 */
export function writeMessage(
  chunkStreamId: number,
  { type, streamId, payload }: { type: number; streamId: number; payload: Buffer },
): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt8(chunkStreamId, 0);
  header.writeUIntBE(payload.length, 4, 3);
  header.writeUInt8(type, 7);
  header.writeUInt32LE(streamId, 8);
  const pieces: Buffer[] = [header];
  for (let at = 0; at < payload.length; at += rtmpLimits.chunkBytes) {
    if (at > 0) pieces.push(Buffer.from([0xc0 | chunkStreamId]));
    pieces.push(payload.subarray(at, at + rtmpLimits.chunkBytes));
  }
  return Buffer.concat(pieces);
}
