import type { Transaction } from 'kysely';
import type { StoreTables } from '../../store-tables.ts';
import { directHost } from '../host-of-page.ts';
import type { NewDocument } from '../report-writes.ts';
import { addPages, type HostPages } from './add-pages.ts';
import { hourMs } from './count-hours.ts';

export interface HeardDeps {
  /** The documents as they were, without new ones. */
  stored: readonly NewDocument[];
  /** The documents as they are now. */
  documents: Iterable<NewDocument>;
  /** @returns when the first event of a document arrived, in Unix milliseconds */
  beganMs(sid: string): number;
}

/** Counts each framed document once: when its host becomes known. */
export async function noteHeard(
  transaction: Transaction<StoreTables>,
  { stored, documents, beganMs }: HeardDeps,
  writer: string,
): Promise<void> {
  const hosts = new Map(stored.map(({ sid, host }) => [sid, host]));
  const sums = new Map<string, HostPages>();
  for (const { sid, host } of documents) {
    if (host === '' || host === directHost || hosts.get(sid)) continue;
    const hour_ms = Math.floor(beganMs(sid) / hourMs) * hourMs;
    const key = JSON.stringify([hour_ms, host]);
    const sum = sums.get(key) ?? { hour_ms, host, pages: 0 };
    sum.pages += 1;
    sums.set(key, sum);
  }
  if (sums.size === 0) return;
  await addPages(
    transaction,
    'heard_pages',
    [...sums.values()].map((sum) => ({ ...sum, writer })),
  );
}
