import { dayOf } from '../day-of.ts';
import type { StoreDriver } from '../store-driver.ts';
import { eventsPart, rejectionsPart } from './move-events.ts';
import { otherParts } from './move-others.ts';
import { documentsPart, intakeMinutesPart } from './move-reports.ts';
import { totalsPart } from './move-totals.ts';
import { advanceMove, readMoves, startMoves } from './moves-table.ts';
import type { SourceStore } from './open-source.ts';
import type { Part } from './part.ts';
import { countFound } from './verify-moved.ts';

/** Documents before their refused numbers, and before their events what these do not tell; sums last. */
const parts: readonly Part[] = [
  documentsPart,
  eventsPart,
  rejectionsPart,
  ...otherParts,
  intakeMinutesPart,
  totalsPart,
];

export interface MoveProgress {
  /** Of what just moves, for people; `null` while what was moved is looked for. */
  title: string | null;
  /** Rows, of all parts. */
  done: number;
  total: number;
}

export interface MovedPart {
  title: string;
  /** Rows in the source. */
  count: number;
  /** Rows of them that the target has. */
  found: number;
}

export interface MoveDeps {
  onProgress: (progress: MoveProgress) => void;
  /** Ends the move after the step that is under way; it can be gone on with. */
  signal: AbortSignal;
}

/**
 * Copies a store into another one, a step at a time, each in a transaction that also says how far it has come: whenever it ends, it goes
 * on from there the next time, and every row is copied once. The target may take events meanwhile.
 * @returns what of each part is in both; `null` when the signal ended it before
 * @throws what the databases throw
 */
export async function moveStore(
  source: SourceStore,
  target: StoreDriver,
  { onProgress, signal }: MoveDeps,
): Promise<MovedPart[] | null> {
  const counts = new Map<Part, number>();
  for (const part of parts) counts.set(part, await part.count(source.database));
  await makeDays(source, target);
  // As a transaction, which is run again when two runs make the table at the same time.
  await target.transaction((transaction) => startMoves(transaction, source.id, parts));
  const moves = await readMoves(target.database, source.id);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let done = [...moves.values()].reduce((sum, { moved }) => sum + moved, 0);

  for (const part of parts) {
    let from = moves.get(part.name)?.cursor ?? '';
    onProgress({ title: part.title, done, total });
    for (;;) {
      if (signal.aborted) return null;
      const step = await part.next(source.database, from);
      if (step === null) break;
      const { cursor, count } = step;
      const advance = { source: source.id, part: part.name, from, to: cursor, count };
      await target.transaction(async (transaction) => {
        await advanceMove(transaction, advance);
        await step.write(transaction, target);
      });
      from = cursor;
      done += count;
      onProgress({ title: part.title, done, total });
    }
  }
  return verify(source, target, counts, { onProgress, signal });
}

const dayMs = 86_400_000;

/** Events lie by the day of their document; the target has places for those of today and the days to come only. */
async function makeDays({ database }: SourceStore, target: StoreDriver): Promise<void> {
  const days = new Set<number>();
  const clients = database.selectFrom('clients').select('first_received_ms');
  for await (const { first_received_ms } of clients.stream()) days.add(dayOf(first_received_ms));
  let madeUntil = Number.NEGATIVE_INFINITY;
  for (const day of [...days].sort((a, b) => a - b)) {
    if (day <= madeUntil) continue;
    // As if it were the day after, which makes those of some days around it too.
    await target.prepareDays((day + 1) * dayMs);
    madeUntil = day + 1;
  }
}

async function verify(
  source: SourceStore,
  target: StoreDriver,
  counts: ReadonlyMap<Part, number>,
  { onProgress, signal }: MoveDeps,
): Promise<MovedPart[] | null> {
  const moves = await readMoves(target.database, source.id);
  const total = await eventsPart.count(source.database);
  const onLooked = (done: number) => onProgress({ title: null, done, total });
  const found = await countFound(source.database, target.database, { onLooked, signal });
  if (found === null) return null;
  return [...counts].map(([{ name, title }, count]) => ({
    title,
    count,
    found: name === 'events' ? found : (moves.get(name)?.moved ?? 0),
  }));
}
