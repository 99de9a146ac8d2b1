import { messageType, type RtmpMessage } from './read-messages.ts';

/** The beginning of an FLV file with picture and sound (FLV 10.1, E.2 and E.3). */
export const flvHeader = Buffer.from([0x46, 0x4c, 0x56, 1, 5, 0, 0, 0, 9, 0, 0, 0, 0]);

/**
 * Media of RTMP are the bodies of FLV tags.
 * @param fromMs timestamp of the stream's beginning
 * @returns the tag (FLV 10.1, E.4.1), with its size behind it; `null` for other messages
 */
export function flvTag({ type, timestamp, payload }: RtmpMessage, fromMs: number): Buffer | null {
  const isMedia = type === messageType.audio || type === messageType.video;
  if (!isMedia || payload.length === 0) return null;
  const time = (timestamp - fromMs) >>> 0;
  const header = Buffer.alloc(11);
  header.writeUInt8(type, 0);
  header.writeUIntBE(payload.length, 1, 3);
  header.writeUIntBE(time & 0xff_ffff, 4, 3);
  header.writeUInt8(time >>> 24, 7);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(header.length + payload.length);
  return Buffer.concat([header, payload, size]);
}
