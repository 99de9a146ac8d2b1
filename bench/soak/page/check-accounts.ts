import { type StoredEvent, storedEvents } from '../../../e2e/support/intake.ts';
import type { ServerProcess } from '../../../e2e/support/server-process.ts';
import { until } from '../../../e2e/support/until.ts';
import type { LossAccounting } from '../../../shared/rpc/loss-accounting.ts';

/** Accounts for every event that the pages created. */
export interface Accounts {
  notes: number;
  stored: number;
  documents: number;
  problems: string[];
}

/** @returns the problem with the loss equation; `null` if it holds and nothing is lost */
export function accountingProblem({
  created,
  delivered,
  queued,
  dropped,
}: LossAccounting): string | null {
  const lost = Object.values(dropped).reduce((sum, count) => sum + count, 0);
  if (created !== delivered + queued + lost)
    return `${created} created are not ${delivered} delivered + ${queued} queued + ${lost} dropped.`;
  return lost === 0 ? null : `${lost} events were dropped: ${JSON.stringify(dropped)}.`;
}

/**
 * Waits until all notes are stored, and checks that all events of the pages are stored once, notes
 * and others.
 * @param isOfPages whether a document is one of the pages, not of a load script
 */
export async function checkAccounts(
  server: ServerProcess,
  notes: number,
  isOfPages: (sid: string) => boolean = () => true,
): Promise<Accounts> {
  let events: StoredEvent[] = [];
  await until('every note is stored', async () => {
    events = (await storedEvents(server)).filter(({ sid }) => isOfPages(sid));
    return noteNumbers(events).size >= notes;
  }).catch(() => undefined);
  const numbers = noteNumbers(events);
  const ids = new Set(events.map(({ sid, seq }) => `${sid} ${seq}`));
  const documents = Map.groupBy(events, ({ sid }) => sid);
  const problems: string[] = [];
  if (numbers.size !== notes) problems.push(`Of ${notes} notes ${numbers.size} are stored.`);
  const noteRows = events.filter(({ name }) => name === 'note').length;
  if (noteRows > numbers.size) problems.push(`${noteRows - numbers.size} notes are stored twice.`);
  if (ids.size !== events.length)
    problems.push(`${events.length - ids.size} events are stored twice.`);
  for (const [sid, own] of documents) {
    const last = Math.max(...own.map(({ seq }) => seq));
    if (own.length !== last)
      problems.push(
        `Of document ${sid}, which counted to ${last}, ${own.length} events are stored.`,
      );
  }
  return { notes, stored: events.length, documents: documents.size, problems };
}

function noteNumbers(events: readonly StoredEvent[]): Set<number> {
  return new Set(
    events.filter(({ name }) => name === 'note').map(({ payload }) => Number(payload.n)),
  );
}
