import { logLimits } from '../limits/log-limits.ts';

/**
 * Tiers of urgency (specification §9):
 * - `default` waits 10 s and sends one batch
 * - `dispatch_to_empty` waits 10 s and sends until nothing waits
 * - `fast` waits 5 s
 * - `immediate` leaves with the next task
 */
export const logTiers = {
  default: 100,
  dispatch_to_empty: 200,
  fast: 300,
  immediate: 400,
} as const;

export type LogTierName = keyof typeof logTiers;
export type LogTier = (typeof logTiers)[LogTierName];

/** @returns the tier's number for a name or a number; `null` for anything else */
export function parseLogTier(value: unknown): LogTier | null {
  if (typeof value === 'string' && Object.hasOwn(logTiers, value))
    return logTiers[value as LogTierName];
  return Object.values(logTiers).find((tier) => tier === value) ?? null;
}

/** An event's data: a JSON object. */
export type LogPayload = Record<string, unknown>;

/**
 * Orders the events of a group, such as those of one playback: +1 an event from 0; 65,535 is
 * followed by 0 (§9).
 */
export interface EventSequence {
  index: number;
  groupKey: string;
}

/** An event as the page posts it to the worker: stamped, not yet JSON. */
export interface LogEntry {
  /**
   * +1 an event within a document, from 1. Together with the document's `sid` it identifies the
   * event.
   */
  seq: number;
  name: string;
  payload: LogPayload;
  tier: LogTier;
  /** Unix time in milliseconds. */
  eventTimeMs: number;
  /** Milliseconds since the viewer last did something in the frame; -1 if never. */
  lastActivityMs: number;
  /** Its place among the events of its group. */
  sequence?: EventSequence;
}

export const eventNamePattern = /^[A-Za-z][\w.:-]*$/;
/**
 * The name rule of `logEventSchema`, without its cost: the page checks every event that it logs.
 */
export function isEventName(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= logLimits.nameMaxChars &&
    eventNamePattern.test(value)
  );
}

/**
 * An event on the wire and in the store (specification §3, "Logging event"). `logEventSchema`
 * checks it.
 */
export interface LogEvent {
  seq: number;
  eventTimeMs: number;
  context: { lastActivityMs: number; sequence?: EventSequence | undefined };
  name: string;
  payload: LogPayload;
}

/** The entry's wire format. It omits the tier, which only sets how urgently to send. */
export function toLogEvent(entry: LogEntry): LogEvent {
  const { seq, eventTimeMs, lastActivityMs, sequence, name, payload } = entry;
  // Without a sequence, JSON omits the field.
  return { seq, eventTimeMs, context: { lastActivityMs, sequence }, name, payload };
}

/** Paths of the intake, relative to the embed's origin (specification §7). */
export const logEndpoints = {
  log_event: '/youtubei/v1/log_event?alt=json',
  video_stats: '/youtubei/v1/video_stats?alt=json',
} as const;
export type LogEndpoint = keyof typeof logEndpoints;

/** Path of the provider log's endpoint. It answers as the intake does, with `logReplySchema`. */
export const providerLogPath = '/log';

/** Events named `video_stats` or `video_stats.…` have an endpoint of their own. */
export function logEndpointOf(name: string): LogEndpoint {
  return name === 'video_stats' || name.startsWith('video_stats.') ? 'video_stats' : 'log_event';
}
