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

type Seen = Record<(typeof ofPlaybacks)[number], Set<string>>;

/** Names of the groups in which a document has been counted. */
const seenOf = ({ video_id, engine, started_by }: CountedPlayback): Seen => ({
  video_id: new Set([video_id]),
  engine: new Set([engine]),
  started_by: new Set([started_by]),
});

/** Counts each document once, and once in each group of its playbacks. */
export function ledgersOf(playbacks: readonly CountedPlayback[]): {
  documents: CountedDocument[];
  counted: Ledger;
  groups: GroupLedgers;
} {
  const documents = new Map<string, CountedDocument>();
  const groups: GroupLedgers = ofEachColumn(() => new Map());
  const firstOf = new Map<string, CountedPlayback>();
  const seenIn = new Map<string, Seen>();
  for (const playback of playbacks) {
    const { sid } = playback;
    const known = documents.get(sid);
    const ledger = known?.ledger ?? ledgerOf(playback);
    if (known === undefined) {
      documents.set(sid, { sid, ledger, lastReceivedMs: Number(playback.last_received_ms) });
      for (const name of documentDimensions) addTo(groups[name], playback[name], ledger);
    }
    const first = firstOf.get(sid);
    if (first === undefined) firstOf.set(sid, playback);
    // Most documents have one playback, which needs no sets.
    const seen = first === undefined ? undefined : (seenIn.get(sid) ?? seenOf(first));
    if (seen !== undefined) seenIn.set(sid, seen);
    for (const column of ofPlaybacks) {
      const name = playback[column];
      if (seen?.[column].has(name)) continue;
      seen?.[column].add(name);
      addTo(groups[column], name, ledger);
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
