import type { Transaction } from 'kysely';
import { eventsOf } from '../events-of.ts';
import type { StoreDriver } from '../store-driver.ts';
import type { StoreTables } from '../store-tables.ts';
import {
  insertDocuments,
  insertPlaybacks,
  nextDocument,
  playbacksOf,
  type ReportingBatch,
} from './note-reports.ts';
import { readPlaybackFact, reportedEventNames } from './playback-facts.ts';
import { reportLimits } from './report-limits.ts';
import type { NewDocument } from './report-writes.ts';
import type { RebuildWatch, Rebuilt } from './reports.ts';
import { resetSums } from './sums/reset-sums.ts';

/**
 * Computes playbacks and sums of the reports again from the stored events, while others write.
 * Browsers stay as noted: no event contains them.
 * @returns `null` if it was stopped
 */
export async function rebuildReports(
  driver: StoreDriver,
  { onProgress, signal }: RebuildWatch = {},
): Promise<Rebuilt | null> {
  const rebuilt: Rebuilt = { documents: 0, playbacks: 0 };
  const { total } = await driver.database
    .selectFrom('clients')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  for (let row = 0; ; ) {
    if (signal?.aborted) return null;
    const { last, documents, playbacks } = await driver.transaction((within) =>
      rebuildDocuments(within, row, driver),
    );
    if (last === undefined) break;
    row = last;
    rebuilt.documents += documents;
    rebuilt.playbacks += playbacks;
    // Documents may have come meanwhile.
    onProgress?.(Math.min(1, rebuilt.documents / Number(total)));
  }
  await resetSums(driver);
  return rebuilt;
}

async function rebuildDocuments(
  within: Transaction<StoreTables>,
  after: number,
  driver: StoreDriver,
) {
  const clients = await within
    .selectFrom('clients')
    .select(['row', 'sid'])
    .where('row', '>', after)
    .orderBy('row')
    .limit(reportLimits.rebuiltDocumentsCount)
    .execute();
  const sids = clients.map(({ sid }) => sid);
  if (sids.length === 0) return { last: undefined, documents: 0, playbacks: 0 };
  // Locks the documents, so that their events stay as read.
  await within
    .updateTable('clients')
    .set((value) => ({ highest_seq: value.ref('highest_seq') }))
    .where('sid', 'in', sids)
    .execute();
  const noted = await within.selectFrom('documents').selectAll().where('sid', 'in', sids).execute();
  const browsers = new Map(noted.map(({ sid, browser }) => [sid, browser]));
  const documents = new Map<string, NewDocument>();
  const reporting: ReportingBatch[] = [];
  for (const sid of sids)
    for (const found of await factsOf(within, sid, driver)) {
      const batch = { sid, browser: browsers.get(sid) ?? '', receivedMs: found.receivedMs };
      documents.set(sid, nextDocument(documents.get(sid), batch, found.facts));
      reporting.push({ batch, facts: found.facts });
    }
  const playbacks = playbacksOf(reporting, documents);
  await within.deleteFrom('playbacks').where('sid', 'in', sids).execute();
  await insertDocuments(within, [...documents.values()]);
  await insertPlaybacks(within, playbacks);
  return { last: clients.at(-1)?.row, documents: sids.length, playbacks: playbacks.length };
}

/** @returns what a document's events say, in the order of their arrival */
async function factsOf(within: Transaction<StoreTables>, sid: string, driver: StoreDriver) {
  const events = await eventsOf(within, sid, driver)
    .select(['seq', 'name', 'payload', 'received_ms'])
    .where('name', 'in', reportedEventNames)
    .orderBy('row')
    .execute();
  return events.flatMap(({ seq, name, payload, received_ms: receivedMs }) => {
    const fact = readPlaybackFact({ seq, name, payloadJson: payload });
    return fact === null || fact.kind === 'malformed' ? [] : [{ receivedMs, facts: [fact] }];
  });
}
