import type { Selectable, Transaction } from 'kysely';
import {
  type CustomNames,
  dimensionsOf,
  isNamed,
} from '../../../../shared/telemetry/document-dimensions.ts';
import { createRowsStatement } from '../../insert-rows.ts';
import { padded, type SmallSteps } from '../../small-steps.ts';
import type { StoreDriver } from '../../store-driver.ts';
import type { StoreTables } from '../../store-tables.ts';
import { readPlaces } from '../custom/kept-names.ts';
import { ownFactsOf } from '../playback-columns.ts';
import { addPlayback, addSum, emptySum, outcomeNames, type PlaybackSum } from './playback-sum.ts';
import { resetSums } from './reset-sums.ts';
import { spansOf, startOf, sumKinds } from './sum-periods.ts';
import { DamagedSumError, readSum, writeSum } from './sum-text.ts';
import { lockSums, sumsFromMs } from './sums-state.ts';

type SumRow = StoreTables['playback_sums'];
type Change = Selectable<StoreTables['playback_changes']>;

/** Sums of one kind and one period, by the names of their groups. */
interface PeriodSums extends Pick<SumRow, 'kind' | 'span_ms' | 'start_ms'> {
  byName: Map<string, PlaybackSum>;
}

/**
 * Adds the oldest changes of playbacks to the sums, in one step.
 * @returns whether more may be waiting
 * @throws Error after it has met a damaged sum; by then all playbacks wait to be added up again
 */
export async function foldChanges(
  driver: Pick<StoreDriver, 'database' | 'transactionOfMoment'>,
  steps: SmallSteps,
): Promise<boolean> {
  const { database } = driver;
  if ((await sumsFromMs(database)) === null) await resetSums(driver, { isFirst: true });
  const waiting = database.selectFrom('playback_changes').select('row').limit(1);
  if ((await waiting.executeTakeFirst()) === undefined) return false;
  try {
    return await steps.run(addOldest);
  } catch (error) {
    if (!(error instanceof DamagedSumError)) throw error;
    await resetSums(driver);
    throw new Error('A stored sum of playbacks was damaged, so all are added up again.');
  }
}

async function addOldest(within: Transaction<StoreTables>, rows: number): Promise<boolean> {
  const fromMs = await lockSums(within);
  const changes = await within
    .deleteFrom('playback_changes')
    .where('row', 'in', ({ selectFrom }) =>
      selectFrom('playback_changes').select('row').orderBy('row').limit(rows),
    )
    .returningAll()
    .execute();
  const names = await readPlaces(within);
  const summed = changes.filter(({ received_ms }) => received_ms >= fromMs);
  for (const sums of sumsOf(summed, names)) await addToStored(within, sums);
  return changes.length === rows;
}

/** @param names of custom dimensions */
function sumsOf(changes: readonly Change[], names: CustomNames): Iterable<PeriodSums> {
  const kinds = sumKinds.filter((kind) => isNamed(kind, names));
  const periods = new Map<string, PeriodSums>();
  for (const change of changes) {
    const names = {
      ...{ all: '', video: change.video_id },
      ...dimensionsOf(change),
      ...ownFactsOf(change),
    };
    for (const kind of kinds)
      for (const span of spansOf(kind)) {
        const start = startOf(change.received_ms, span);
        const key = `${kind} ${span} ${start}`;
        const period = periods.get(key) ?? {
          kind,
          span_ms: span,
          start_ms: start,
          byName: new Map<string, PlaybackSum>(),
        };
        periods.set(key, period);
        const sum = period.byName.get(names[kind]) ?? emptySum();
        period.byName.set(names[kind], sum);
        addPlayback(sum, change, change.sign);
      }
  }
  return periods.values();
}

async function addToStored(
  within: Transaction<StoreTables>,
  { byName, ...period }: PeriodSums,
): Promise<void> {
  const stored = await within
    .selectFrom('playback_sums')
    .selectAll()
    .where('kind', '=', period.kind)
    .where('span_ms', '=', period.span_ms)
    .where('start_ms', '=', period.start_ms)
    .where('name', 'in', padded([...byName.keys()]))
    .execute();
  for (const row of stored) {
    const sum = byName.get(row.name);
    if (sum !== undefined) addSum(sum, readSum(row));
  }
  const rows = [...byName].map(([name, sum]) => rowOf(period, name, sum));
  await writeSums(
    within,
    rows.filter(({ playbacks }) => playbacks !== 0),
  );
  const empty = rows.filter(({ playbacks }) => playbacks === 0).map(({ name }) => name);
  if (empty.length === 0) return;
  await within
    .deleteFrom('playback_sums')
    .where('kind', '=', period.kind)
    .where('span_ms', '=', period.span_ms)
    .where('start_ms', '=', period.start_ms)
    .where('name', 'in', padded(empty))
    .execute();
}

function rowOf(period: Omit<PeriodSums, 'byName'>, name: string, sum: PlaybackSum): SumRow {
  const { kind, span_ms, start_ms } = period;
  const { playbacks, played, exits, failed, refusals, rebuffered } = sum.figures;
  return {
    kind,
    span_ms,
    start_ms,
    name,
    playbacks,
    played,
    exits,
    failed,
    refusals,
    rebuffered,
    figures: writeSum(sum),
  };
}

const writeSums = createRowsStatement<SumRow>((transaction, rows) =>
  transaction
    .insertInto('playback_sums')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'span_ms', 'start_ms', 'name']).doUpdateSet((value) => ({
        ...Object.fromEntries(outcomeNames.map((name) => [name, value.ref(`excluded.${name}`)])),
        figures: value.ref('excluded.figures'),
      })),
    ),
);
