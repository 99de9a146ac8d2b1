import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { LogBatch } from '../../shared/telemetry/log-batch.ts';
import { qoeEventName } from '../../shared/telemetry/qoe-event.ts';
import type { QoeSummary } from '../../shared/telemetry/qoe-summary.ts';

/** A visit in one batch: the page, a playback, and how it went. */
export const eventsOfVisit = 6;

const dayMs = 86_400_000;
const videosCount = 5_000;
const hostsCount = 1_000;

/**
 * @param n number of the visit; each has an id of its own, spread like random ones
 * @param daysAhead how far the page's clock is ahead
 * @param timeMs of the visit, Unix milliseconds
 * @returns the gzipped body of its only batch
 */
export function visit(n: number, daysAhead: number, timeMs: number): Buffer {
  const day = Math.floor(timeMs / dayMs) + daysAhead;
  const sid = `${hash('sha256', String(n)).slice(0, 32)}-${day}`;
  const videoId = `v${ranked(n, videosCount, 5)}`;
  const cpn = 'c';
  const progressed = (seq: number) => ({
    seq,
    name: 'playback_progress',
    payload: { videoId, cpn, state: 'playing', currentTime: seq * 10.125, bufferedSec: 29.4 },
  });
  const logged = [
    {
      seq: 1,
      name: 'embed_loaded',
      payload: {
        videoId,
        isFramed: true,
        loaderUrl: `https://h${ranked(n, hostsCount, 7)}.example/`,
      },
    },
    { seq: 2, name: 'video_stats.playback', payload: { videoId, cpn } },
    progressed(3),
    progressed(4),
    progressed(5),
    { seq: 6, name: qoeEventName, payload: { videoId, cpn, ...summaryOf(n) } },
  ];
  const batch: LogBatch = {
    context: { client: { clientName: 'load', clientVersion: '1', hl: 'en' } },
    sid,
    requestTimeMs: timeMs,
    serializedClientEventId: `${sid}-1`,
    events: logged.map((event) => ({
      ...event,
      eventTimeMs: timeMs,
      context: { lastActivityMs: 1_000 * event.seq },
    })),
  };
  return gzipSync(JSON.stringify(batch), { level: 1 });
}

function summaryOf(n: number): QoeSummary {
  const rebufferMs = spread(n, 3) < 0.1 ? 400 : 0;
  return {
    end: 'ended',
    isLive: false,
    startMs: Math.round(200 + spread(n, 13) ** 3 * 8_000),
    isAutoplayBlocked: false,
    isExitBeforeStart: false,
    watchedMs: Math.round(60_000 * spread(n, 17)),
    hiddenMs: 0,
    rebufferCount: Math.sign(rebufferMs),
    rebufferMs,
    rebufferPercent: rebufferMs / 600,
    seekCount: 0,
    seekMs: 0,
    failure: null,
    errorName: null,
    errorCode: null,
    switchCount: 1,
    averageBitrate: 2_000_000,
    averageHeight: 720,
    averageRate: 1,
    droppedFrames: 0,
    totalFrames: 1_500,
  };
}

/** From 0 up to 1 and evenly spread. Roots of primes are independent of each other. */
const spread = (n: number, prime: number) => (n * Math.sqrt(prime)) % 1;

/** A few ranks are used most: inversely proportional to the rank. */
const ranked = (n: number, count: number, prime: number) => Math.floor(count ** spread(n, prime));
