import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { anyPlayback } from '../../../../shared/telemetry/playback-dimensions.ts';
import type { StoreTables } from '../../store-tables.ts';
import { latestOf } from '../latest-cut.ts';
import { readLatestRows } from '../read-latest-rows.ts';
import { experimentLimits } from './experiment-limits.ts';

/** The arms and the time of a comparison. */
export interface ExperimentQuestion {
  /** Numbers of the arms. */
  control: number;
  treatment: number;
  /** The embeds in the treatment, 0 to 1. */
  share: number;
  /** The time, in Unix milliseconds. */
  fromMs: number;
  toMs: number;
}

export interface ArmPlayback {
  receivedMs: number;
  hasSummary: boolean;
  /** `null` if it did not start. */
  startMs: number | null;
  isFailed: boolean;
  isExit: boolean;
  isRebuffered: boolean;
}

const measured = z.optional(z.number());
/** The part of `CostFacts` that is compared: reading the rest would take longer. */
const embedSchema = z.object({
  experiments: z.array(z.string()),
  measures: z.object({
    largestPaintMs: measured,
    interactionMs: measured,
    layoutShift: measured,
    blockingMs: measured,
    transferredBytes: measured,
  }),
});

export interface ArmEmbed {
  receivedMs: number;
  /** Missing measures have no value. */
  measures: z.infer<typeof embedSchema>['measures'];
}

/** One store's part of a comparison. Parts of several stores can be joined. */
export interface ArmsPart {
  control: { playbacks: ArmPlayback[]; embeds: ArmEmbed[] };
  treatment: { playbacks: ArmPlayback[]; embeds: ArmEmbed[] };
  /** Only from this moment on, for both arms; `null` if all of the time. */
  playbacksFromMs: number | null;
  embedsFromMs: number | null;
}

/** @param limits maximum numbers of playbacks of each arm, and of embeds to look through */
export async function readArms(
  database: Kysely<StoreTables>,
  question: ExperimentQuestion,
  limits: Pick<typeof experimentLimits, 'playbacksCount' | 'embedsCount'> = experimentLimits,
): Promise<ArmsPart> {
  const { control, treatment, fromMs, toMs } = question;
  const playbacks = {
    control: await playbacksOf(database, { ...question, arm: control }, limits.playbacksCount),
    treatment: await playbacksOf(database, { ...question, arm: treatment }, limits.playbacksCount),
  };
  const all = { fromMs, toMs, videoId: null, ...anyPlayback };
  const latest = await readLatestRows(database, 'field_reports', all, limits.embedsCount);
  const embeds = { control: [] as ArmEmbed[], treatment: [] as ArmEmbed[] };
  let readCount = 0;
  for (const row of latest.rows)
    for (const [name, arm] of [
      ['control', control],
      ['treatment', treatment],
    ] as const) {
      // Most embeds are in neither, and parsing takes longer than looking.
      if (!row.facts.includes(`"${arm}"`)) continue;
      const { experiments, measures } = z.parse(embedSchema, JSON.parse(row.facts));
      if (experiments.includes(String(arm)))
        embeds[name].push({ receivedMs: Number(row.received_ms), measures });
      readCount += 1;
      // A server reads PostgreSQL in the thread of its intake.
      if (readCount % experimentLimits.turnCount === 0) await nextTurn();
    }
  return {
    control: { playbacks: playbacks.control.found, embeds: embeds.control },
    treatment: { playbacks: playbacks.treatment.found, embeds: embeds.treatment },
    playbacksFromMs: latestOf([playbacks.control.cutMs, playbacks.treatment.cutMs]),
    embedsFromMs: latest.countedFromMs,
  };
}

/** @returns the latest playbacks; `cutMs`: only those from this moment on */
async function playbacksOf(
  database: Kysely<StoreTables>,
  { arm, fromMs, toMs }: { arm: number; fromMs: number; toMs: number },
  limit: number,
): Promise<{ found: ArmPlayback[]; cutMs: number | null }> {
  const rows = await database
    .selectFrom('experiment_playbacks')
    .select(['received_ms', 'summary_seq', 'start_ms', 'is_failed', 'is_exit', 'is_rebuffered'])
    .where('arm', '=', arm)
    .where('received_ms', '>=', fromMs)
    .where('received_ms', '<', toMs)
    .orderBy('received_ms', 'desc')
    .limit(limit + 1)
    .execute();
  const firstLeftOut = rows[limit];
  const found = rows.slice(0, limit).map((row) => ({
    receivedMs: Number(row.received_ms),
    hasSummary: Number(row.summary_seq) > 0,
    startMs: row.start_ms,
    isFailed: row.is_failed === 1,
    isExit: row.is_exit === 1,
    isRebuffered: row.is_rebuffered === 1,
  }));
  return {
    found,
    cutMs: firstLeftOut === undefined ? null : Number(firstLeftOut.received_ms) + 1,
  };
}
