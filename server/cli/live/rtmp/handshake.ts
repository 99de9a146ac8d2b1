import { rtmpLimits } from '../live-limits.ts';

const { handshakeBytes } = rtmpLimits;

/**
 * The server's side of the handshake (RTMP 1.0 5.2), in its plain form: senders have answered it
 * since Flash Player 9.
 * @returns takes bytes; gives those after the handshake; throws if it is another protocol
 */
export function createHandshake(write: (bytes: Buffer) => void): (bytes: Buffer) => Buffer {
  let taken: Buffer | null = Buffer.alloc(0);
  let hasAnswered = false;
  return (bytes) => {
    if (taken === null) return bytes;
    taken = Buffer.concat([taken, bytes]);
    if (taken[0] !== undefined && taken[0] !== 3) throw new Error('this is no RTMP');
    if (taken.length > handshakeBytes && !hasAnswered) {
      hasAnswered = true;
      const asked = taken.subarray(1, 1 + handshakeBytes);
      write(Buffer.concat([Buffer.from([3]), Buffer.alloc(handshakeBytes), asked]));
    }
    if (taken.length < 1 + 2 * handshakeBytes) return Buffer.alloc(0);
    const rest = taken.subarray(1 + 2 * handshakeBytes);
    taken = null;
    return rest;
  };
}
