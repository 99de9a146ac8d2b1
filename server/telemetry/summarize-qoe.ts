import * as v from 'valibot';
import { qoeSummarySchema } from '../../shared/qoe-summary.ts';
import { quantile } from '../../shared/quantile.ts';
import { text } from '../../shared/schema.ts';

/** What the playbacks were like for their viewers, all together. */
export interface QoeOverview {
  /** Playbacks that somebody or something asked for. */
  playbacks: number;
  /** Those that showed a picture. */
  played: number;
  exitsBeforeStart: number;
  autoplaysBlocked: number;
  failures: { beforeStart: number; midStream: number };
  /** Playbacks that rebuffered at all. */
  rebuffered: number;
  startMs: Spread;
  /** Of the playbacks that played. */
  rebufferPercent: Spread;
  /** Summaries that nobody can read: the intake is open to everybody. */
  malformed: number;
  /** Whether there are older summaries that were not looked at. */
  isCut: boolean;
}

/** `null` without values. */
interface Spread {
  count: number;
  median: number | null;
  p95: number | null;
}

const toldSchema = v.object({ ...qoeSummarySchema.entries, cpn: text(64, 1) });

/**
 * @param newest payloads of summaries, the newest first; of a playback the newest counts
 * @param isCut whether there are more
 */
export function summarizeQoe(
  newest: readonly { sid: string; payload: unknown }[],
  isCut: boolean,
): QoeOverview {
  const playbacks = new Map<string, v.InferOutput<typeof toldSchema>>();
  let malformed = 0;
  for (const { sid, payload } of newest) {
    const told = v.safeParse(toldSchema, payload);
    if (!told.success) {
      malformed++;
      continue;
    }
    const key = `${sid} ${told.output.cpn}`;
    if (!playbacks.has(key)) playbacks.set(key, told.output);
  }
  const all = [...playbacks.values()];
  const count = (is: (one: v.InferOutput<typeof toldSchema>) => boolean) => all.filter(is).length;
  const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
  return {
    playbacks: all.length,
    played: count(({ watchedMs }) => watchedMs > 0),
    exitsBeforeStart: count(({ isExitBeforeStart }) => isExitBeforeStart),
    autoplaysBlocked: count(({ isAutoplayBlocked }) => isAutoplayBlocked),
    failures: {
      beforeStart: count(({ failure }) => failure === 'before_start'),
      midStream: count(({ failure }) => failure === 'mid_stream'),
    },
    rebuffered: count(({ rebufferCount }) => rebufferCount > 0),
    startMs: spreadOf(known(all.map(({ startMs }) => startMs))),
    rebufferPercent: spreadOf(known(all.map(({ rebufferPercent }) => rebufferPercent))),
    malformed,
    isCut,
  };
}

function spreadOf(values: readonly number[]): Spread {
  return { count: values.length, median: quantile(values, 0.5), p95: quantile(values, 0.95) };
}
