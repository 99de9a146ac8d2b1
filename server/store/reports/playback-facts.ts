import * as z from 'zod';
import { qoeEventName } from '../../../shared/qoe-event.ts';
import { qoeSummarySchema } from '../../../shared/qoe-summary.ts';
import { text } from '../../../shared/schema.ts';
import { parseWebUrl } from '../../http/parse-web-url.ts';

/** Names of the events that the reports are made of. */
const loadedEventName = 'embed_loaded';
const begunEventName = 'video_stats.playback';
export const reportedEventNames: readonly string[] = [
  loadedEventName,
  begunEventName,
  qoeEventName,
];

/** What stands for the host of a document that no page has framed. */
const directHost = 'direct';

const hostMaxChars = 200;
/** PostgreSQL keeps no such character. */
const withoutNul = z.regex(/^[^\0]*$/);
const cpnSchema = text(64, 1).check(withoutNul);
const videoIdSchema = z.catch(text(100).check(withoutNul), '');
const loadedSchema = z.object({
  isFramed: z.catch(z.boolean(), true),
  loaderUrl: z.catch(z.string(), ''),
});
const begunSchema = z.object({ videoId: videoIdSchema, cpn: cpnSchema });
/** A year. What somebody invents must not spoil every sum. */
const amountMax = 366 * 24 * 3_600_000;
const summarySchema = z
  .object({
    ...qoeSummarySchema.shape,
    errorName: z.nullable(text(100).check(withoutNul)),
    videoId: videoIdSchema,
    cpn: cpnSchema,
  })
  .check(
    z.refine((told) =>
      [told.startMs, told.watchedMs, told.rebufferMs, told.rebufferCount].every(
        (value) => (value ?? 0) <= amountMax,
      ),
    ),
  );

/** What an event says to the reports. The intake is open to everybody, so it may say nothing, or nonsense. */
export type PlaybackFact =
  | { kind: 'loaded'; host: string }
  | { kind: 'begun'; videoId: string; cpn: string }
  | { kind: 'summary'; seq: number; told: z.infer<typeof summarySchema> }
  | { kind: 'malformed' }
  | null;

/** @returns `malformed` for a summary that nobody can read, `null` for an event that says nothing to the reports */
export function readPlaybackFact(event: {
  seq: number;
  name: string;
  payloadJson: string;
}): PlaybackFact {
  if (!reportedEventNames.includes(event.name)) return null;
  const payload: unknown = JSON.parse(event.payloadJson);
  if (event.name === loadedEventName) {
    const loaded = z.safeParse(loadedSchema, payload);
    return loaded.success ? { kind: 'loaded', host: hostOf(loaded.data) } : null;
  }
  if (event.name === begunEventName) {
    const begun = z.safeParse(begunSchema, payload);
    return begun.success ? { kind: 'begun', ...begun.data } : null;
  }
  const told = z.safeParse(summarySchema, payload);
  return told.success
    ? { kind: 'summary', seq: event.seq, told: told.data }
    : { kind: 'malformed' };
}

/** The page's origin; its path may name who watches. */
function hostOf({ isFramed, loaderUrl }: z.infer<typeof loadedSchema>): string {
  const url = parseWebUrl(loaderUrl);
  if (url !== null) return url.origin.slice(0, hostMaxChars);
  return isFramed ? '' : directHost;
}
