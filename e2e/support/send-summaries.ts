import { expect } from '@playwright/test';
import type { Server } from './server-process.ts';

/** The end of a playback. */
export interface SentSummary {
  startMs: number;
  isFailed?: boolean;
  /** The facts that its beginning reports; without them the beginning has not arrived. */
  begun?: { engine: string; startedBy: string };
}

/** Sends the ends of playbacks of one page load, as a player does. */
export async function sendSummaries(
  { embedOrigin }: Server,
  {
    name,
    summaries,
    experimentIds,
    headers = {},
    version = '0.1.0',
  }: {
    /** Distinguishes the page load. */
    name: string;
    summaries: readonly SentSummary[];
    experimentIds?: readonly number[];
    /** Further headers of the request. */
    headers?: Readonly<Record<string, string>>;
    /** Version of the player. */
    version?: string;
  },
): Promise<void> {
  const events = summaries.flatMap(({ startMs, isFailed = false, begun }, index) => {
    const cpn = `cpn-${name}-${index}`;
    const own = {
      eventTimeMs: Date.now(),
      context: { lastActivityMs: -1, sequence: { index: 0, groupKey: cpn } },
    };
    const beginning = {
      ...{ ...own, seq: summaries.length + index + 1, name: 'video_stats.playback' },
      payload: { videoId: 'offstage002', cpn, ...begun },
    };
    const end = {
      ...{ ...own, seq: index + 1, name: 'video_stats.qoe' },
      payload: {
        ...{ videoId: 'offstage002', cpn, isLive: false, startMs },
        ...{ end: isFailed ? 'failed' : 'left', failure: isFailed ? 'mid_stream' : null },
        ...{ errorName: isFailed ? 'net.timeout' : null, errorCode: null },
        ...{ isAutoplayBlocked: false, isExitBeforeStart: false, watchedMs: 9_000, hiddenMs: 0 },
        ...{ rebufferCount: 0, rebufferMs: 0, rebufferPercent: 0, seekCount: 0, seekMs: 0 },
        ...{ switchCount: 0, averageBitrate: null, averageHeight: null, averageRate: 1 },
        ...{ droppedFrames: null, totalFrames: null },
      },
    };
    return begun === undefined ? [end] : [end, beginning];
  });
  const client = { clientName: 'OFFSTAGE', clientVersion: version, hl: 'en', experimentIds };
  const reply = await fetch(`${embedOrigin}/youtubei/v1/log_event`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      ...{ context: { client }, events, requestTimeMs: Date.now() },
      ...{ sid: `page-load-of-${name}`, serializedClientEventId: `batch-${name}` },
    }),
  });
  expect(reply.status).toBe(200);
}
