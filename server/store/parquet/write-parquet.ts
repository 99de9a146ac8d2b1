import { randomBytes } from 'node:crypto';
import { ArchiveAwayError, type EventRecord } from '../event-archive.ts';
import { createEventFeed } from '../event-feed.ts';
import type { StoreDriver } from '../store-driver.ts';
import { type BuiltFiles, buildFiles, type EventFile, hourOf } from './build-files.ts';
import { parquetLimits } from './parquet-limits.ts';
import {
  finishPlan,
  hold,
  isReserved,
  notePlan,
  type Plan,
  readPosition,
  releaseParquet,
} from './parquet-position.ts';

/** Gets the files of one store. */
export interface FilePlace {
  createFile(): EventFile;
  /**
   * Stores a file, or replaces it. Throws a `ParquetRefusedError` if that fails.
   * @param hourMs begin of the hour in which its events arrived; Unix milliseconds
   * @param rows what its name says about its rows
   */
  put(hourMs: number, rows: string, content: Uint8Array): Promise<void>;
}

/** The message says why, for the operator. */
export class ParquetRefusedError extends Error {
  override readonly name = 'ParquetRefusedError';
}

export interface ParquetCall {
  place: FilePlace;
  /** Name of this process among those that write. */
  holder: string;
  /** Unix milliseconds of the server. */
  nowMs: number;
  signal: AbortSignal;
  /** Default: the limits of every server. */
  limits?: typeof parquetLimits;
}

/**
 * The result of a step: events are in files now (`count` is 0 if none were due), of which more may
 * be waiting (`isMore`); another process writes; or the place has refused.
 */
export type ParquetStep =
  | { state: 'written'; files: number; count: number; isMore: boolean }
  | { state: 'elsewhere' }
  | { state: 'refused'; reason: string; oldestMs: number | null };

const nothingDue: ParquetStep = { state: 'written', files: 0, count: 0, isMore: false };
const elsewhere: ParquetStep = { state: 'elsewhere' };
const hourMs = 3_600_000;

/**
 * Writes the oldest events that wait into files, once their hour is over.
 *
 * 1. The rows of the files and a random part of their names are noted in the store (the plan).
 * 2. All files of the plan are uploaded. Their names and contents follow from the plan, so that a
 *    process that was killed, or that slept, uploads the same again.
 * 3. The store notes that the plan is finished, and the next plan begins after its last row.
 *
 * The lease only saves double work: each step is right also if two processes do it.
 */
export async function writeParquet(driver: StoreDriver, call: ParquetCall): Promise<ParquetStep> {
  const { holder, nowMs } = call;
  const clockMs = (await driver.clockMs?.()) ?? nowMs;
  const feed = createEventFeed(driver);
  const noted = await readPosition(driver);
  if (noted !== null && noted.holder !== holder && isReserved(noted, clockMs)) return elsewhere;
  const from = noted?.row ?? 0;
  let oldestMs: number | null = null;
  try {
    const [oldest] = await feed.after(from, 1);
    if (oldest !== undefined && isDue(oldest, call)) oldestMs = oldest.received_ms;
    if (oldestMs === null && (noted?.plan ?? null) === null) return nothingDue;
    if (!(await hold(driver, holder, clockMs))) return elsewhere;
    return await writeNext(driver, call);
  } catch (error) {
    // Another process may have more luck, for example with another network.
    await releaseParquet(driver, holder);
    if (!(error instanceof ParquetRefusedError || error instanceof ArchiveAwayError)) throw error;
    return { state: 'refused', reason: error.message, oldestMs };
  }
}

async function writeNext(driver: StoreDriver, call: ParquetCall): Promise<ParquetStep> {
  // Read again: another process may have written until this one has the lease.
  const noted = await readPosition(driver);
  if (noted === null) return elsewhere;
  const planned = await planFiles(driver, call, noted);
  if (planned === null) return elsewhere;
  const { plan, built } = planned;
  if (plan === null) return nothingDue;
  for (const [hour, file] of built.files) {
    const clockMs = (await driver.clockMs?.()) ?? call.nowMs;
    if (!(await hold(driver, call.holder, clockMs))) return elsewhere;
    await call.place.put(hour, `${plan.from + 1}-${plan.to}-${plan.id}`, file.finish());
  }
  if (!(await finishPlan(driver, plan))) return elsewhere;
  const { files, count, isFull } = built;
  return { state: 'written', files: files.size, count, isMore: isFull };
}

/**
 * @returns the files of the plan that is noted, or of a new one, which is noted then. The plan is
 *   `null` if no event is due; both are `null` if another process has planned meanwhile, or if this
 *   one stops
 */
async function planFiles(
  driver: StoreDriver,
  call: ParquetCall,
  { row, plan: open }: { row: number; plan: Plan | null },
): Promise<{ plan: Plan | null; built: BuiltFiles } | null> {
  const { place, signal, limits = parquetLimits } = call;
  const built = await buildFiles({
    read: createEventFeed(driver).after,
    createFile: place.createFile,
    from: row,
    includes: (event) => (open === null ? isDue(event, call) : event.row <= open.to),
    isLimited: open === null,
    signal,
    limits,
  });
  if (built === null) return null;
  // More may be waiting after a plan that was made earlier.
  if (open !== null) return { plan: open, built: { ...built, isFull: true } };
  const { lastRow } = built;
  if (lastRow === null) return { plan: null, built };
  const plan = { from: row, to: lastRow, id: randomBytes(4).toString('hex') };
  return (await notePlan(driver, plan)) ? { plan, built } : null;
}

/**
 * @returns whether the hour in which an event arrived is over. A time more than an hour ahead comes
 *   from a wrong clock, and must not keep all later events
 */
function isDue(
  { received_ms }: EventRecord,
  { nowMs, limits = parquetLimits }: Pick<ParquetCall, 'nowMs' | 'limits'>,
): boolean {
  const openMs = hourOf(nowMs - limits.settleMs);
  return received_ms < openMs || received_ms >= openMs + 2 * hourMs;
}
