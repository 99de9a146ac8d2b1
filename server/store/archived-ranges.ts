import type { Kysely } from 'kysely';
import type { SeqRange } from '../../shared/rpc/news.ts';
import { ofDocuments } from './id-day.ts';
import type { StoreDriver } from './store-driver.ts';
import type { StoreTables } from './store-tables.ts';

/**
 * Ranges of a document's events that have left the store, sorted and inclusive, as in
 * `clients.archived`. They make known which events are stored after the events have left.
 */
export function archivedRanges(json: string | null | undefined): readonly SeqRange[] {
  return json ? JSON.parse(json) : [];
}

/** @returns those of a document; none if it is not known */
export async function archivedOf(
  database: Kysely<StoreTables>,
  sid: string,
  driver: Pick<StoreDriver, 'isPartitioned'>,
): Promise<readonly SeqRange[]> {
  const client = await database
    .selectFrom('clients')
    .select('archived')
    .where(ofDocuments('clients', [sid], driver))
    .executeTakeFirst();
  return archivedRanges(client?.archived);
}

export function isArchived(ranges: readonly SeqRange[], seq: number): boolean {
  return ranges.some(([first, last]) => first <= seq && seq <= last);
}

/** @returns the ranges of single numbers, in any order */
export function rangesOf(seqs: readonly number[]): SeqRange[] {
  return joinRanges(seqs.map((seq) => [seq, seq]));
}

/** @returns the same numbers in as few ranges as possible, sorted */
export function joinRanges(ranges: readonly SeqRange[]): SeqRange[] {
  const joined: SeqRange[] = [];
  for (const [first, last] of [...ranges].sort(([a], [b]) => a - b)) {
    const before = joined.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else joined.push([first, last]);
  }
  return joined;
}

/**
 * Adds what has left the store to ranges read from it.
 * @param stored sorted; with `isCut` nothing is known beyond its last range
 * @returns up to `maxCount` ranges
 */
export function withArchived(
  stored: { ranges: readonly SeqRange[]; isCut: boolean },
  archived: readonly SeqRange[],
  maxCount: number,
): { ranges: SeqRange[]; isCut: boolean } {
  const knownTo = stored.isCut ? (stored.ranges.at(-1)?.[1] ?? 0) : Number.POSITIVE_INFINITY;
  const known = archived
    .filter(([first]) => first <= knownTo)
    .map(([first, last]): SeqRange => [first, Math.min(last, knownTo)]);
  const ranges = joinRanges([...stored.ranges, ...known]);
  return { ranges: ranges.slice(0, maxCount), isCut: stored.isCut || ranges.length > maxCount };
}
