import { documentDimensions } from '../../../../shared/telemetry/document-dimensions.ts';
import type { StoreTables } from '../../store-tables.ts';
import { type FilterColumn, ofEachColumn } from '../filter-columns.ts';
import { playbackColumns } from '../playback-columns.ts';
import { addLedgers, addToLedger, type Ledger, ledgerOf } from './ledger.ts';

/** A playback with the counts of its document. */
export type CountedPlayback = Pick<StoreTables['playbacks'], 'sid' | FilterColumn> &
  Pick<
    StoreTables['clients'],
    'highest_seq' | 'stored_count' | 'rejected_count' | 'last_received_ms'
  >;

export interface CountedDocument {
  sid: string;
  ledger: Ledger;
  lastReceivedMs: number;
}

/** By the column that groups the playbacks, and the group's name. */
export type GroupLedgers = Record<FilterColumn, Map<string, Ledger>>;

/** Columns in which playbacks of a document differ. */
const ofPlaybacks = ['video_id', ...playbackColumns] as const;

/** Counts each document once, and once in each group of its playbacks. */
export function ledgersOf(playbacks: readonly CountedPlayback[]): {
  documents: CountedDocument[];
  counted: Ledger;
  groups: GroupLedgers;
} {
  const documents = new Map<string, CountedDocument>();
  const groups: GroupLedgers = ofEachColumn(() => new Map());
  const seen = new Set<string>();
  for (const playback of playbacks) {
    const { sid } = playback;
    const known = documents.get(sid);
    const ledger = known?.ledger ?? ledgerOf(playback);
    if (known === undefined) {
      documents.set(sid, { sid, ledger, lastReceivedMs: Number(playback.last_received_ms) });
      for (const name of documentDimensions) addTo(groups[name], playback[name], ledger);
    }
    for (const column of ofPlaybacks) {
      const key = `${column} ${sid} ${playback[column]}`;
      if (seen.has(key)) continue;
      seen.add(key);
      addTo(groups[column], playback[column], ledger);
    }
  }
  const ledgers = [...documents.values()].map(({ ledger }) => ledger);
  return { documents: [...documents.values()], counted: addLedgers(ledgers), groups };
}

export function addTo(ledgers: Map<string, Ledger>, name: string, more: Readonly<Ledger>): void {
  const known = ledgers.get(name);
  if (known === undefined) ledgers.set(name, { ...more });
  else addToLedger(known, more);
}
