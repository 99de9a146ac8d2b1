import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { logLimits } from '../../shared/limits/log-limits.ts';
import type { LogBatch, LogReply } from '../../shared/telemetry/log-batch.ts';

/**
 * One document as the intake sees it: batches with their own `sid`, each sent until it is
 * acknowledged.
 */
export interface Sender {
  sid: string;
  /**
   * Sends the unacknowledged batch unchanged, otherwise the next one. Gzipped, as pages send it.
   */
  body(): Buffer;
  /** @returns whether the answer acknowledged the batch */
  receive(status: number, reply: string): boolean;
  /** Events that the intake has acknowledged: `seq` 1 to this. */
  acknowledged(): number;
  /** Events that have been sent, whether or not they were received. */
  sent(): number;
}

/** @param count events in each batch */
export function createSender(
  count: number = logLimits.batchCount,
  sid: string = randomBytes(16).toString('hex'),
): Sender {
  let acknowledged = 0;
  let pending: Buffer | null = null;
  return {
    sid,
    body() {
      pending ??= gzipSync(JSON.stringify(batchOf(sid, acknowledged + 1, count)), { level: 1 });
      return pending;
    },
    receive(status, reply) {
      if (status !== 200) return false;
      const { accepted, duplicates, rejected }: LogReply = JSON.parse(reply);
      if (rejected > 0 || accepted + duplicates !== count)
        throw new Error(`The intake took ${reply} of ${count} events.`);
      acknowledged += count;
      pending = null;
      return true;
    },
    acknowledged: () => acknowledged,
    sent: () => acknowledged + (pending === null ? 0 : count),
  };
}

/** Events as a player logs them. */
function batchOf(sid: string, firstSeq: number, count: number): LogBatch {
  const timeMs = Date.now();
  return {
    context: { client: { clientName: 'load', clientVersion: '1', hl: 'en' } },
    sid,
    requestTimeMs: timeMs,
    serializedClientEventId: `${sid}-${firstSeq}`,
    events: Array.from({ length: count }, (_, index) => ({
      seq: firstSeq + index,
      eventTimeMs: timeMs,
      context: { lastActivityMs: Math.floor(Math.random() * 100_000) },
      name: 'playback_progress',
      payload: {
        videoId: 'offstage002',
        state: index % 40 === 0 ? 'buffering' : 'playing',
        currentTime: Math.round(Math.random() * 1e6) / 1_000,
        bufferedSec: Math.round(Math.random() * 300) / 10,
        height: 720,
        isMuted: false,
      },
    })),
  };
}
