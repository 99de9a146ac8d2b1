import * as z from 'zod/mini';
import { audienceLimits } from './audience-limits.ts';
import { type Coverage, cover, formatBits, parseBits, type Segment } from './coverage.ts';
import { possibleTime, type ViewingFact } from './viewing-facts.ts';

/** Bits of `Coverage`. */
const bits = z.string().check(z.regex(/^[0-9a-f]{1,25}$/));

/** The `facts` of a viewing's row. */
const viewingSchema = z.object({
  viewer: z.string(),
  language: z.string(),
  isLive: z.boolean(),
  /** `null` while unknown, and for videos without an end. */
  durationSec: z.nullable(z.number()),
  seen: bits,
  again: bits,
  /** Watched parts that wait for the length of the video. */
  waiting: z.array(z.tuple([z.number(), z.number()])),
  watchedMs: z.number(),
  /** Unix milliseconds at which something was first and last watched; `null` if nothing was. */
  firstMs: z.nullable(z.number()),
  lastMs: z.nullable(z.number()),
});
export type Viewing = z.infer<typeof viewingSchema>;

export const newViewing: Readonly<Viewing> = {
  viewer: '',
  language: '',
  isLive: false,
  durationSec: null,
  seen: '0',
  again: '0',
  waiting: [],
  watchedMs: 0,
  firstMs: null,
  lastMs: null,
};

/** @returns `null` if the text is damaged: `offstage rebuild` reads the viewing from its events */
export function parseViewing(facts: string): Viewing | null {
  let value: unknown;
  try {
    value = JSON.parse(facts);
  } catch {
    return null;
  }
  const viewing = z.safeParse(viewingSchema, value);
  return viewing.success ? viewing.data : null;
}

/** @returns the viewing with what an event says; the order of events does not matter */
export function addToViewing(viewing: Viewing, fact: ViewingFact, receivedMs: number): Viewing {
  const isLive = viewing.isLive || fact.isLive === true;
  const durationSec = isLive ? null : (viewing.durationSec ?? fact.durationSec ?? null);
  const segments: Segment[] = [...viewing.waiting, ...fact.segments];
  const next: Viewing = {
    ...viewing,
    viewer: viewing.viewer || fact.viewer,
    language: viewing.language || fact.language,
    isLive,
    durationSec,
    waiting:
      isLive || durationSec !== null
        ? []
        : segments
            .slice(0, audienceLimits.waitingSegmentsCount)
            .map(([from, to]): [number, number] => [from, to]),
    watchedMs: viewing.watchedMs + fact.playedMs,
    ...watchedTime(viewing, fact, receivedMs),
  };
  return durationSec === null ? next : { ...next, ...coverageOf(viewing, segments, durationSec) };
}

function watchedTime(
  { firstMs, lastMs }: Viewing,
  { playedMs, atMs }: ViewingFact,
  receivedMs: number,
): Pick<Viewing, 'firstMs' | 'lastMs'> {
  if (playedMs === 0) return { firstMs, lastMs };
  const toMs = possibleTime(atMs, receivedMs);
  return {
    firstMs: Math.min(firstMs ?? Infinity, toMs - playedMs),
    lastMs: Math.max(lastMs ?? 0, toMs),
  };
}

function coverageOf(
  { seen, again }: Viewing,
  segments: readonly Segment[],
  durationSec: number,
): Pick<Viewing, 'seen' | 'again'> {
  let coverage: Coverage = { seen: parseBits(seen), again: parseBits(again) };
  for (const segment of segments) coverage = cover(coverage, segment, durationSec);
  return { seen: formatBits(coverage.seen), again: formatBits(coverage.again) };
}
