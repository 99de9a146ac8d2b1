import type { Transaction } from 'kysely';
import { dimensionsOf } from '../../../../shared/telemetry/document-dimensions.ts';
import { ofDocuments } from '../../id-day.ts';
import { createRowsStatement } from '../../insert-rows.ts';
import type { StoreDriver } from '../../store-driver.ts';
import type { StoreTables } from '../../store-tables.ts';
import { ownFactsOf } from '../playback-columns.ts';
import type { SummedColumns } from '../report-tables.ts';
import { joinPlaybacks, type NewDocument, type NewPlayback } from '../report-writes.ts';

/** The playbacks that a transaction writes. */
export interface PlaybackWrites {
  /** Documents whose facts change; their playbacks follow. */
  changedDocuments: readonly NewDocument[];
  /** New and repeated playbacks, each at most once. */
  playbacks: readonly NewPlayback[];
}

type NewChange = SummedColumns & { sign: number };

/**
 * Notes for the sums how playbacks are about to change. This transaction has locked the documents'
 * rows, so these playbacks stay as read. Call it before they are written.
 */
export async function noteChanges(
  transaction: Transaction<StoreTables>,
  { changedDocuments, playbacks }: PlaybackWrites,
  driver: StoreDriver,
): Promise<void> {
  const documents = new Map(changedDocuments.map((document) => [document.sid, document]));
  const before = byKey([
    ...(await playbacksOf(transaction, [...documents.keys()], driver)),
    ...(await namedPlaybacks(transaction, playbacks, driver)),
  ]);
  const after = new Map(before);
  for (const [key, playback] of before) {
    const document = documents.get(playback.sid);
    if (document === undefined) continue;
    after.set(key, { ...playback, ...dimensionsOf(document) });
  }
  for (const playback of playbacks) {
    const known = after.get(keyOf(playback));
    after.set(keyOf(playback), known === undefined ? playback : joinPlaybacks(known, playback));
  }
  await insertChanges(transaction, changesOf(before, after));
}

/** The same before a transaction replaces all playbacks of these documents. */
export async function noteReplacement(
  transaction: Transaction<StoreTables>,
  sids: readonly string[],
  playbacks: readonly NewPlayback[],
  driver: StoreDriver,
): Promise<void> {
  const before = await playbacksOf(transaction, sids, driver);
  await insertChanges(transaction, changesOf(byKey(before), byKey(playbacks)));
}

const keyOf = ({ sid, cpn }: NewPlayback) => JSON.stringify([sid, cpn]);

const byKey = (playbacks: readonly NewPlayback[]) =>
  new Map(playbacks.map((playback) => [keyOf(playback), playback]));

async function playbacksOf(
  transaction: Transaction<StoreTables>,
  sids: readonly string[],
  driver: StoreDriver,
): Promise<NewPlayback[]> {
  if (sids.length === 0) return [];
  return await transaction
    .selectFrom('playbacks')
    .selectAll()
    .where(ofDocuments('playbacks', sids, driver))
    .execute();
}

async function namedPlaybacks(
  transaction: Transaction<StoreTables>,
  playbacks: readonly NewPlayback[],
  driver: StoreDriver,
): Promise<NewPlayback[]> {
  if (playbacks.length === 0) return [];
  const sids = playbacks.map(({ sid }) => sid);
  return await transaction
    .selectFrom('playbacks')
    .selectAll()
    .where(ofDocuments('playbacks', sids, driver))
    .where(
      'cpn',
      'in',
      playbacks.map(({ cpn }) => cpn),
    )
    .execute();
}

function changesOf(
  before: ReadonlyMap<string, NewPlayback>,
  after: ReadonlyMap<string, NewPlayback>,
): NewChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [removed, added] = [changeOf(-1, before.get(key)), changeOf(1, after.get(key))];
    return isSame(removed, added) ? [] : [removed, added].filter((change) => change !== null);
  });
}

function isSame(removed: NewChange | null, added: NewChange | null): boolean {
  return JSON.stringify({ ...removed, sign: 0 }) === JSON.stringify({ ...added, sign: 0 });
}

function changeOf(sign: 1 | -1, playback: SummedColumns | undefined): NewChange | null {
  if (playback === undefined) return null;
  return {
    sign,
    received_ms: playback.received_ms,
    video_id: playback.video_id,
    ...dimensionsOf(playback),
    ...ownFactsOf(playback),
    is_begun: playback.is_begun,
    summary_seq: playback.summary_seq,
    start_ms: playback.start_ms,
    is_autoplay_blocked: playback.is_autoplay_blocked,
    is_exit_before_start: playback.is_exit_before_start,
    watched_ms: playback.watched_ms,
    rebuffer_count: playback.rebuffer_count,
    rebuffer_ms: playback.rebuffer_ms,
    rebuffer_percent: playback.rebuffer_percent,
    failure: playback.failure,
    error_name: playback.error_name,
  };
}

const insertChanges = createRowsStatement<NewChange>((transaction, rows) =>
  transaction.insertInto('playback_changes').values(rows),
);
