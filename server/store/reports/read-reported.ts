import type { Transaction } from 'kysely';
import { dimensionsOf } from '../../../shared/telemetry/document-dimensions.ts';
import { fieldEventName } from '../../../shared/telemetry/field-performance.ts';
import type { EventRecord } from '../event-archive.ts';
import { eventsOf } from '../events-of.ts';
import type { StoreDriver } from '../store-driver.ts';
import type { StoreTables } from '../store-tables.ts';
import { readViewingFact, viewingEventNames } from './audience/viewing-facts.ts';
import { type NewViewing, startViewings } from './audience/write-viewings.ts';
import { readCostFact } from './cost/cost-facts.ts';
import { fieldReportOf, laterOf, type NewFieldReport } from './cost/write-costs.ts';
import { noValues, type SetValues, storeValues } from './custom/custom-values.ts';
import { armsOf } from './experiments/arms-of.ts';
import { readPlaybackFact, reportedEventNames } from './playback-facts.ts';
import { reportLimits } from './report-limits.ts';
import { joinPlaybacks, type NewDocument, type NewPlayback, playbackOf } from './report-writes.ts';
import { versionOf } from './version-of.ts';

/** Names of the events that a rebuild reads. */
export const rebuiltEventNames: readonly string[] = [
  ...new Set([...reportedEventNames, ...viewingEventNames, fieldEventName]),
];

export interface Reported {
  document: NewDocument;
  playbacks: NewPlayback[];
  /** The report of its costs; `null` if it was not measured. */
  fieldReport: NewFieldReport | null;
  viewings: NewViewing[];
  /** Arms of the experiments that its page is in. */
  arms: readonly number[];
}

/** An event that may say something for the reports. */
export type ReportedEvent = Pick<
  EventRecord,
  'row' | 'seq' | 'name' | 'context' | 'payload' | 'received_ms' | 'event_time_ms'
>;

/** Something with the row of the first event that says it. */
interface Found<T> {
  row: number;
  value: T;
}

/**
 * Reads what all events of a document say for the reports, a limited number at a time.
 * @param noted the document as stored: no event has its browser, device and country
 * @param archived its events that have left the store
 * @returns `null` if no event says anything
 */
export async function readReported(
  within: Transaction<StoreTables>,
  noted: NewDocument,
  driver: Pick<StoreDriver, 'isPartitioned'>,
  archived: readonly ReportedEvent[] = [],
): Promise<Reported | null> {
  const { sid } = noted;
  const found: {
    loaded: Found<string> | null;
    values: Found<SetValues> | null;
    version: Found<string> | null;
    playbacks: Map<string, Found<NewPlayback>>;
  } = { loaded: null, values: null, version: null, playbacks: new Map() };
  let measured: NewFieldReport | undefined;
  let arms: readonly number[] = [];
  const viewings = startViewings();
  function add({ row, seq, name, context, payload, received_ms, ...event }: ReportedEvent): void {
    if (arms.length === 0) arms = armsOf(context);
    found.version = firstNamed(found.version, { row, value: versionOf(context) });
    const viewing = readViewingFact({
      ...{ name, contextJson: context, payloadJson: payload },
      eventTimeMs: event.event_time_ms,
    });
    if (viewing !== null) viewings.add(noted, viewing, received_ms);
    const cost = readCostFact({ seq, name, contextJson: context, payloadJson: payload });
    if (cost !== null) {
      measured = laterOf(measured, fieldReportOf(noted, received_ms, cost));
      return;
    }
    const fact = readPlaybackFact({ seq, name, payloadJson: payload });
    if (fact === null || fact.kind === 'malformed') return;
    if (fact.kind === 'loaded') {
      found.loaded = firstNamed(found.loaded, { row, value: fact.host });
      if (found.values === null || row < found.values.row)
        found.values = { row, value: fact.values };
      return;
    }
    const value = playbackOf(noted, received_ms, fact);
    const known = found.playbacks.get(value.cpn);
    found.playbacks.set(value.cpn, joined(known, { row, value }));
  }

  for (const event of archived) add(event);
  for await (const event of eventsInParts(within, sid, driver)) add(event);
  const { loaded, version, playbacks } = found;
  const watched = viewings.changed();
  if (loaded === null && playbacks.size + watched.length === 0 && measured === undefined)
    return null;
  const [values] = await storeValues(within, [found.values?.value ?? {}], Date.now());
  const facts = {
    ...dimensionsOf(noted),
    ...noValues,
    ...values,
    host: loaded?.value ?? '',
    version: version?.value || noted.version,
  };
  return {
    document: { sid, ...facts },
    playbacks: [...playbacks.values()].map(({ value }) => ({ ...value, ...facts })),
    fieldReport: measured === undefined ? null : { ...measured, ...facts },
    viewings: watched.map((viewing) => ({ ...viewing, ...facts })),
    arms,
  };
}

/** In the order of their numbers, because an index has these. */
async function* eventsInParts(
  within: Transaction<StoreTables>,
  sid: string,
  driver: Pick<StoreDriver, 'isPartitioned'>,
) {
  for (let after = -1; ; ) {
    const events = await eventsOf(within, sid, driver)
      .select(['row', 'seq', 'name', 'context', 'payload', 'received_ms', 'event_time_ms'])
      .where('name', 'in', rebuiltEventNames)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(reportLimits.rebuiltEventsCount)
      .execute();
    yield* events;
    const last = events.at(-1);
    if (last === undefined) return;
    after = last.seq;
  }
}

/** The first that arrived decides about video and time. */
function joined(known: Found<NewPlayback> | undefined, found: Found<NewPlayback>) {
  if (known === undefined) return found;
  const [earlier, later] = known.row < found.row ? [known, found] : [found, known];
  return { row: earlier.row, value: joinPlaybacks(earlier.value, later.value) };
}

/** The first that arrived wins, as for playbacks, unless it is unknown. */
function firstNamed(known: Found<string> | null, found: Found<string>): Found<string> {
  if (known === null || known.value === '') return found;
  return found.value !== '' && found.row < known.row ? found : known;
}
