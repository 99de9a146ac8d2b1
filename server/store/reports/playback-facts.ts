import * as z from 'zod';
import {
  knownEngines,
  knownStarters,
  otherEngine,
} from '../../../shared/telemetry/playback-dimensions.ts';
import { qoeEventName } from '../../../shared/telemetry/qoe-event.ts';
import { qoeSummarySchema } from '../../../shared/telemetry/qoe-summary.ts';
import { text } from '../../../shared/tools/schema.ts';
import type { SetValues } from './custom/custom-values.ts';
import { setValuesOf } from './custom/set-values.ts';
import { hostOfPage } from './host-of-page.ts';
import { reportLimits } from './report-limits.ts';

const { cpnMaxChars, videoIdMaxChars, amountMax } = reportLimits;

/** Names of the events that the reports use. */
const loadedEventName = 'embed_loaded';
const begunEventName = 'video_stats.playback';
export const playbackEventNames: readonly string[] = [begunEventName, qoeEventName];
export const reportedEventNames: readonly string[] = [loadedEventName, ...playbackEventNames];

/** PostgreSQL cannot store this character. */
const withoutNul = z.regex(/^[^\0]*$/);
const cpnSchema = text(cpnMaxChars, 1).check(withoutNul);
const videoIdSchema = z.catch(text(videoIdMaxChars).check(withoutNul), '');
const loadedSchema = z.object({
  isFramed: z.catch(z.boolean(), true),
  loaderUrl: z.catch(z.string(), ''),
  flags: z.optional(z.unknown()),
});
/** Lists have few groups, whatever senders invent. A player without an engine sends `null`. */
const engineSchema = z.catch(
  z.union([
    z.enum(['', ...knownEngines]),
    z.pipe(
      z.string(),
      z.transform(() => otherEngine),
    ),
  ]),
  '',
);
const begunSchema = z.object({
  videoId: videoIdSchema,
  cpn: cpnSchema,
  engine: engineSchema,
  startedBy: z.catch(z.enum(['', ...knownStarters]), ''),
});
const summarySchema = z
  .object({
    ...qoeSummarySchema.shape,
    errorName: z.nullable(text(reportLimits.errorNameMaxChars).check(withoutNul)),
    videoId: videoIdSchema,
    cpn: cpnSchema,
  })
  .check(
    z.refine((summary) =>
      [summary.startMs, summary.watchedMs, summary.rebufferMs, summary.rebufferCount].every(
        (value) => (value ?? 0) <= amountMax,
      ),
    ),
  );

/**
 * An event's content for the reports. The intake accepts events from any sender, so the content may
 * be missing or invalid.
 */
export type PlaybackFact =
  | { kind: 'loaded'; host: string; values: SetValues }
  | { kind: 'begun'; videoId: string; cpn: string; engine: string; startedBy: string }
  | { kind: 'summary'; seq: number; summary: z.infer<typeof summarySchema> }
  | { kind: 'malformed' }
  | null;

/**
 * @returns `malformed` for an unreadable summary, `null` for an event without content for the
 *   reports
 */
export function readPlaybackFact(event: {
  seq: number;
  name: string;
  payloadJson: string;
}): PlaybackFact {
  if (!reportedEventNames.includes(event.name)) return null;
  const payload: unknown = JSON.parse(event.payloadJson);
  if (event.name === loadedEventName) {
    const loaded = z.safeParse(loadedSchema, payload);
    if (!loaded.success) return null;
    return {
      kind: 'loaded',
      host: hostOfPage(loaded.data),
      values: setValuesOf(loaded.data.flags),
    };
  }
  if (event.name === begunEventName) {
    const begun = z.safeParse(begunSchema, payload);
    return begun.success ? { kind: 'begun', ...begun.data } : null;
  }
  const parsed = z.safeParse(summarySchema, payload);
  return parsed.success
    ? { kind: 'summary', seq: event.seq, summary: parsed.data }
    : { kind: 'malformed' };
}
