import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { ofEachDimension } from '../../../shared/telemetry/document-dimensions.ts';
import { ofDocuments } from '../id-day.ts';
import { sqliteLimits } from '../sqlite-limits.ts';
import type { StoreDriver } from '../store-driver.ts';
import type { StoreTables } from '../store-tables.ts';
import { type NewViewing, writeViewings } from './audience/write-viewings.ts';
import { insertFieldReports, type NewFieldReport } from './cost/write-costs.ts';
import {
  experimentPlaybacksOf,
  writeExperimentPlaybacks,
} from './experiments/write-experiment-playbacks.ts';
import { findDocuments, insertDocuments, insertPlaybacks } from './note-reports.ts';
import { type ArchivedPart, readArchived } from './read-archived.ts';
import { readReported } from './read-reported.ts';
import { reportLimits } from './report-limits.ts';
import type { NewDocument, NewPlayback } from './report-writes.ts';
import type { RebuildWatch, Rebuilt } from './reports.ts';
import { noteReplacement } from './sums/note-changes.ts';
import { resetSums } from './sums/reset-sums.ts';

/**
 * Computes playbacks and sums of the reports again from the events, while others write. Browsers,
 * devices and countries stay as noted: no event contains them. So do documents of which events have
 * left the store, if it is not known where these are.
 * @returns `null` if it was stopped
 */
export async function rebuildReports(
  driver: StoreDriver,
  { onProgress, signal }: RebuildWatch = {},
): Promise<Rebuilt | null> {
  const rebuilt: Rebuilt = { documents: 0, playbacks: 0, kept: 0 };
  const { total } = await driver.database
    .selectFrom('clients')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  for (let row = 0; ; ) {
    if (signal?.aborted) return null;
    const archived =
      driver.archive === undefined ? null : await readArchived(driver, driver.archive, row);
    const step = await onceFree(driver, () =>
      driver.transaction((within) => rebuildDocuments(within, { after: row, archived }, driver)),
    );
    // Events have left the store meanwhile.
    if (step === 'outdated') continue;
    const { last, documents, playbacks, kept } = step;
    if (last === undefined) break;
    row = last;
    rebuilt.documents += documents;
    rebuilt.playbacks += playbacks;
    rebuilt.kept += kept;
    // Documents may have come meanwhile.
    onProgress?.(Math.min(1, (rebuilt.documents + rebuilt.kept) / Number(total)));
  }
  await onceFree(driver, () => resetSums(driver));
  return rebuilt;
}

/** Runs a step, and again if another program held the lock. */
async function onceFree<T>(driver: StoreDriver, step: () => Promise<T>): Promise<T> {
  const startMs = performance.now();
  for (;;) {
    try {
      return await step();
    } catch (error) {
      const isBusy = driver.problemOf(error)?.code === 'STORE_BUSY';
      if (!isBusy || performance.now() - startMs > reportLimits.rebuildBusyMs) throw error;
      await wait(sqliteLimits.busyPauseMs.value);
    }
  }
}

interface Step {
  /** Row of the document before the first one. */
  after: number;
  /** Events of these documents that have left the store; `null` if nothing says where they are. */
  archived: ReadonlyMap<string, ArchivedPart> | null;
}

/** @returns `outdated` if `archived` is not what has left by now; nothing has changed then */
async function rebuildDocuments(
  within: Transaction<StoreTables>,
  { after, archived: parts }: Step,
  driver: StoreDriver,
) {
  // Locks the documents, so that their events stay as read. It comes first: SQLite refuses a
  // transaction that reads before it writes, if another program has written in between.
  const clients = await within
    .updateTable('clients')
    .set((value) => ({ highest_seq: value.ref('highest_seq') }))
    .where('row', 'in', ({ selectFrom }) =>
      selectFrom('clients')
        .select('row')
        .where('row', '>', after)
        .orderBy('row')
        .limit(reportLimits.rebuiltDocumentsCount),
    )
    .returning(['row', 'sid', 'archived'])
    .execute();
  if (clients.length === 0) return { last: undefined, documents: 0, playbacks: 0, kept: 0 };
  const last = Math.max(...clients.map(({ row }) => Number(row)));
  const isOutdated = ({ sid, archived }: (typeof clients)[number]) =>
    archived !== (parts?.get(sid)?.ranges ?? null);
  if (parts !== null && clients.some(isOutdated)) return 'outdated';
  const rebuilt = clients.filter(({ archived }) => parts !== null || archived === null);
  const sids = rebuilt.map(({ sid }) => sid);
  const kept = clients.length - sids.length;
  if (sids.length === 0) return { last, documents: 0, playbacks: 0, kept };
  const found = await findDocuments(within, sids, driver);
  const noted = new Map(found.map((document) => [document.sid, document]));
  const documents: NewDocument[] = [];
  const playbacks: NewPlayback[] = [];
  const fieldReports: NewFieldReport[] = [];
  const viewings: NewViewing[] = [];
  const arms = new Map<string, readonly number[]>();
  for (const sid of sids) {
    const document = noted.get(sid) ?? { sid, ...ofEachDimension(() => '') };
    const reported = await readReported(within, document, driver, parts?.get(sid)?.events);
    if (reported === null) continue;
    documents.push(reported.document);
    arms.set(sid, reported.arms);
    // Not as arguments: there is no limit on the playbacks of a document.
    for (const playback of reported.playbacks) playbacks.push(playback);
    for (const viewing of reported.viewings) viewings.push(viewing);
    if (reported.fieldReport !== null) fieldReports.push(reported.fieldReport);
  }
  await noteReplacement(within, sids, playbacks, driver);
  await within
    .deleteFrom('playbacks')
    .where(ofDocuments('playbacks', sids, driver))
    .execute();
  await insertDocuments(within, documents, driver);
  await insertPlaybacks(within, playbacks, driver);
  await insertFieldReports(within, fieldReports);
  await within.deleteFrom('viewings').where('sid', 'in', sids).execute();
  await writeViewings(within, viewings);
  await within.deleteFrom('experiment_playbacks').where('sid', 'in', sids).execute();
  await writeExperimentPlaybacks(
    within,
    experimentPlaybacksOf(playbacks, (sid) => arms.get(sid) ?? []),
  );
  return { last, documents: sids.length, playbacks: playbacks.length, kept };
}
