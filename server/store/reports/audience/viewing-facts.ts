import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { contextLimits } from '../../../../shared/limits/context-limits.ts';
import { playbackStatsLimits } from '../../../../shared/limits/playback-stats-limits.ts';
import { queueLimits } from '../../../../shared/limits/queue-limits.ts';
import { visitorIdSchema } from '../../../../shared/telemetry/log-batch.ts';
import { list, numberFrom, text } from '../../../../shared/tools/schema.ts';
import { reportLimits } from '../report-limits.ts';
import { audienceLimits } from './audience-limits.ts';
import type { Segment } from './coverage.ts';

const begunEventName = 'video_stats.playback';
const watchedEventName = 'video_stats.watchtime';
/** Names of the events with such a fact. */
export const viewingEventNames: readonly string[] = [begunEventName, watchedEventName];

/** An event's content about a viewing. */
export interface ViewingFact {
  cpn: string;
  videoId: string;
  /** Hash of the visitor id; '' without one. */
  viewer: string;
  language: string;
  /** Whether it is a live stream, and how long the video is; only the beginning knows. */
  isLive?: boolean;
  durationSec?: number | null;
  /** Watched parts. */
  segments: readonly Segment[];
  /** Playing time that they took, in milliseconds. */
  playedMs: number;
  /** Unix milliseconds by the viewer's clock. */
  atMs: number;
}

/** PostgreSQL cannot store this character. */
const withoutNul = z.regex(/^[^\0]*$/);
const { amountMax, cpnMaxChars, videoIdMaxChars } = reportLimits;
const seconds = numberFrom(0, amountMax / 1_000);
const names = {
  cpn: text(cpnMaxChars, 1).check(withoutNul),
  videoId: z.catch(text(videoIdMaxChars).check(withoutNul), ''),
};
const begunSchema = z.object({
  ...names,
  isLive: z.catch(z.boolean(), false),
  duration: z.catch(z.nullable(seconds), null),
});
const watchedSchema = z.object({
  ...names,
  segments: list(
    z.tuple([seconds, seconds]).check(z.refine(([from, to]) => from < to)),
    playbackStatsLimits.segmentsMaxCount,
  ),
  playbackRate: numberFrom(1 / 16, 16),
});
const contextSchema = z.object({
  client: z.object({
    hl: z.catch(text(contextLimits.languageMaxChars).check(withoutNul), ''),
    visitorId: z.catch(z.optional(visitorIdSchema), undefined),
  }),
});

/**
 * @returns `null` for any other event, and for one whose content is not as players send it: the
 *   intake accepts events from any sender
 */
export function readViewingFact(event: {
  name: string;
  eventTimeMs: number;
  contextJson: string;
  payloadJson: string;
}): ViewingFact | null {
  if (!viewingEventNames.includes(event.name)) return null;
  const content = contentOf(event.name, JSON.parse(event.payloadJson));
  if (content === null) return null;
  const context = z.safeParse(contextSchema, JSON.parse(event.contextJson));
  const { hl = '', visitorId = '' } = context.success ? context.data.client : {};
  return { ...content, language: hl, viewer: hashOf(visitorId), atMs: event.eventTimeMs };
}

function contentOf(name: string, payload: unknown) {
  if (name === begunEventName) {
    const begun = z.safeParse(begunSchema, payload);
    if (!begun.success) return null;
    const { cpn, videoId, isLive, duration } = begun.data;
    return { cpn, videoId, isLive, durationSec: duration || null, segments: [], playedMs: 0 };
  }
  const watched = z.safeParse(watchedSchema, payload);
  if (!watched.success) return null;
  const { cpn, videoId, segments, playbackRate } = watched.data;
  const playedMs = Math.round(
    (segments.reduce((sum, [from, to]) => sum + to - from, 0) * 1_000) / playbackRate,
  );
  return playedMs > audienceLimits.eventPlayedMaxMs ? null : { cpn, videoId, segments, playedMs };
}

/** Reports count different viewers; they need not know the id. */
function hashOf(visitorId: string): string {
  if (visitorId === '') return '';
  const hash = createHash('sha256').update(visitorId).digest('base64url');
  return hash.slice(0, audienceLimits.viewerChars);
}

/**
 * A viewer's clock may be wrong, and a batch may have waited for up to 30 days.
 * @returns the event's time if it is possible, or the moment at which it arrived
 */
export function possibleTime(eventTimeMs: number, receivedMs: number): number {
  const isPossible = eventTimeMs <= receivedMs && eventTimeMs > receivedMs - queueLimits.expiryMs;
  return isPossible ? eventTimeMs : receivedMs;
}
