import { dayOf } from '../day-of.ts';
import type { StoreDriver } from '../store-driver.ts';
import { eventsPart, rejectionsPart } from './move-events.ts';
import { otherParts } from './move-others.ts';
import {
  customDimensionsPart,
  documentsPart,
  experimentsPart,
  intakeMinutesPart,
  pagesParts,
} from './move-reports.ts';
import { totalsPart } from './move-totals.ts';
import { advanceMove, readMoves, startMoves } from './moves-table.ts';
import type { SourceStore } from './open-source.ts';
import type { Part } from './part.ts';
import { countFound } from './verify-moved.ts';

/**
 * Order matters: names of dimensions and `documents` before events, which lack these facts; events
 * before refused numbers; totals last.
 */
const parts: readonly Part[] = [
  customDimensionsPart,
  documentsPart,
  eventsPart,
  rejectionsPart,
  ...otherParts,
  intakeMinutesPart,
  experimentsPart,
  ...pagesParts,
  totalsPart,
];

export interface MoveProgress {
  /** The part that is moving, for people; `null` while verifying. */
  title: string | null;
  /** Rows of all parts. */
  done: number;
  total: number;
}

export interface MovedPart {
  title: string;
  /** Rows in the source. */
  count: number;
  /** Source rows that the target has. */
  found: number;
}

export interface MoveDeps {
  onProgress: (progress: MoveProgress) => void;
  /** Ends the move after the current step; a later move can continue it. */
  signal: AbortSignal;
}

/**
 * Copies a store into another one in steps. Each step's transaction also stores the progress, so
 * that an interrupted move continues there and copies every row once. The target may receive events
 * meanwhile.
 * @returns how much of each part is in both stores; `null` if the signal ended the move
 * @throws errors of the databases
 */
export async function moveStore(
  source: SourceStore,
  target: StoreDriver,
  { onProgress, signal }: MoveDeps,
): Promise<MovedPart[] | null> {
  const counts = new Map<Part, number>();
  for (const part of parts) counts.set(part, await part.count(source.database));
  await makeDays(source, target);
  // In a transaction, which is retried when two runs create the table at the same time.
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

/**
 * Makes partitions for the days of the source's documents. The target only has those of today and
 * the next days.
 */
async function makeDays({ database }: SourceStore, target: StoreDriver): Promise<void> {
  const days = new Set<number>();
  const clients = database.selectFrom('clients').select('first_received_ms');
  for await (const { first_received_ms } of clients.stream()) days.add(dayOf(first_received_ms));
  let madeUntil = Number.NEGATIVE_INFINITY;
  for (const day of [...days].sort((a, b) => a - b)) {
    if (day <= madeUntil) continue;
    // Prepare the day after: that also makes the partitions of the days around it.
    await target.prepareDays((day + 1) * dayMs, null);
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
