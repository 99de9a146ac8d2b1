import * as v from 'valibot';
import { qoeEventName } from '../../../shared/qoe-event.ts';
import { qoeSummarySchema } from '../../../shared/qoe-summary.ts';
import { text } from '../../../shared/schema.ts';
import { parseWebUrl } from '../../http/parse-web-url.ts';

/** Names of the events that the reports are made of. */
const loadedEventName = 'embed_loaded';
const begunEventName = 'video_stats.playback';
export const reportedEventNames: readonly string[] = [loadedEventName, begunEventName, qoeEventName];

/** What stands for the host of a document that no page has framed. */
const directHost = 'direct';

const hostMaxChars = 200;
/** PostgreSQL keeps no such character. */
const withoutNul = v.regex(/^[^\0]*$/);
const cpnSchema = v.pipe(text(64, 1), withoutNul);
const videoIdSchema = v.fallback(v.pipe(text(100), withoutNul), '');
const loadedSchema = v.object({
  isFramed: v.fallback(v.boolean(), true),
  loaderUrl: v.fallback(v.string(), ''),
});
const begunSchema = v.object({ videoId: videoIdSchema, cpn: cpnSchema });
/** A year. What somebody invents must not spoil every sum. */
const amountMax = 366 * 24 * 3_600_000;
const summarySchema = v.pipe(
  v.object({
    ...qoeSummarySchema.entries,
    errorName: v.nullable(v.pipe(text(100), withoutNul)),
    videoId: videoIdSchema,
    cpn: cpnSchema,
  }),
  v.check((told) =>
    [told.startMs, told.watchedMs, told.rebufferMs, told.rebufferCount].every(
      (value) => (value ?? 0) <= amountMax,
    ),
  ),
);

/** What an event says to the reports. The intake is open to everybody, so it may say nothing, or nonsense. */
export type PlaybackFact =
  | { kind: 'loaded'; host: string }
  | { kind: 'begun'; videoId: string; cpn: string }
  | { kind: 'summary'; seq: number; told: v.InferOutput<typeof summarySchema> }
  | { kind: 'malformed' }
  | null;

/** @returns `malformed` for a summary that nobody can read, `null` for an event that says nothing to the reports */
export function readPlaybackFact(event: { seq: number; name: string; payloadJson: string }): PlaybackFact {
  if (!reportedEventNames.includes(event.name)) return null;
  const payload: unknown = JSON.parse(event.payloadJson);
  if (event.name === loadedEventName) {
    const loaded = v.safeParse(loadedSchema, payload);
    return loaded.success ? { kind: 'loaded', host: hostOf(loaded.output) } : null;
  }
  if (event.name === begunEventName) {
    const begun = v.safeParse(begunSchema, payload);
    return begun.success ? { kind: 'begun', ...begun.output } : null;
  }
  const told = v.safeParse(summarySchema, payload);
  return told.success ? { kind: 'summary', seq: event.seq, told: told.output } : { kind: 'malformed' };
}

/** The page's origin; its path may name who watches. */
function hostOf({ isFramed, loaderUrl }: v.InferOutput<typeof loadedSchema>): string {
  const url = parseWebUrl(loaderUrl);
  if (url !== null) return url.origin.slice(0, hostMaxChars);
  return isFramed ? '' : directHost;
}
