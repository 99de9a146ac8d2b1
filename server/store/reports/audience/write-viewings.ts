import { sql, type Transaction } from 'kysely';
import { dimensionsOf } from '../../../../shared/telemetry/document-dimensions.ts';
import { createRowsStatement } from '../../insert-rows.ts';
import type { StoreTables } from '../../store-tables.ts';
import type { NewDocument } from '../report-writes.ts';
import { addToViewing, newViewing, parseViewing, type Viewing } from './viewing.ts';
import type { ViewingFact } from './viewing-facts.ts';

export type NewViewing = Omit<StoreTables['viewings'], 'facts'> & { viewing: Viewing };

/** Viewings of some documents while they are being changed. */
export interface Viewings {
  add(document: NewDocument, fact: ViewingFact, receivedMs: number): void;
  /** Those that were changed. */
  changed(): NewViewing[];
}

/** @param known viewings as they are stored */
export function startViewings(known: readonly NewViewing[] = []): Viewings {
  const keyOf = (sid: string, cpn: string) => JSON.stringify([sid, cpn]);
  const all = new Map(known.map((viewing) => [keyOf(viewing.sid, viewing.cpn), viewing]));
  const changed = new Map<string, NewViewing>();
  return {
    add(document, fact, receivedMs) {
      const { sid } = document;
      const key = keyOf(sid, fact.cpn);
      const before = all.get(key);
      const next: NewViewing = {
        sid,
        cpn: fact.cpn,
        received_ms: Math.min(before?.received_ms ?? receivedMs, receivedMs),
        video_id: before?.video_id ?? fact.videoId,
        ...dimensionsOf(document),
        viewing: addToViewing(before?.viewing ?? newViewing, fact, receivedMs),
      };
      all.set(key, next);
      changed.set(key, next);
    },
    changed: () => [...changed.values()],
  };
}

type Key = Pick<NewViewing, 'sid' | 'cpn'>;

/** Reads viewings; the transaction has locked their documents. */
export async function readViewings(
  transaction: Transaction<StoreTables>,
  keys: readonly Key[],
): Promise<NewViewing[]> {
  const rows = await selectRows(transaction, keys);
  return rows.map(({ facts, received_ms, ...row }) => ({
    ...row,
    received_ms: Number(received_ms),
    viewing: parseViewing(facts) ?? newViewing,
  }));
}

/** Pairs, because two lists would look for each combination. */
const selectRows = createRowsStatement<Key, StoreTables['viewings']>((transaction, keys) =>
  transaction
    .selectFrom('viewings')
    .selectAll()
    .where(
      sql<boolean>`(sid, cpn) in (values ${sql.join(keys.map(({ sid, cpn }) => sql`(${sid}, ${cpn})`))})`,
    ),
);

/** Upserts viewings, each at most once. All but its facts stays as first stored. */
export async function writeViewings(
  transaction: Transaction<StoreTables>,
  viewings: readonly NewViewing[],
): Promise<void> {
  // All in the same order of columns.
  const rows = viewings.map(({ sid, cpn, received_ms, video_id, viewing, ...document }) => ({
    ...{ sid, cpn, received_ms, video_id },
    ...dimensionsOf(document),
    facts: JSON.stringify(viewing),
  }));
  await upsertRows(transaction, rows);
}

const upsertRows = createRowsStatement<StoreTables['viewings']>((transaction, rows) =>
  transaction
    .insertInto('viewings')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['sid', 'cpn'])
        .doUpdateSet((value) => ({ facts: value.ref('excluded.facts') })),
    ),
);
