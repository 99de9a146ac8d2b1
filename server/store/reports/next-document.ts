import { ofEachDimension } from '../../../shared/telemetry/document-dimensions.ts';
import type { AcceptedBatch, EventToStore } from '../event-store.ts';
import type { ViewingFact } from './audience/viewing-facts.ts';
import type { CostFact } from './cost/cost-facts.ts';
import { noValues, type StoredValues } from './custom/custom-values.ts';
import type { PlaybackFact } from './playback-facts.ts';
import type { NewDocument } from './report-writes.ts';
import { versionOf } from './version-of.ts';

/** A batch with facts for the reports. */
export interface ReportingBatch {
  batch: Pick<AcceptedBatch, 'sid' | 'receivedMs' | 'browser' | 'device' | 'country'>;
  /** When the first event of its document arrived; Unix milliseconds. */
  beganMs: number;
  facts: readonly (CostFact | Exclude<PlaybackFact, null | { kind: 'malformed' }>)[];
  viewingFacts: readonly ViewingFact[];
  /** Arms of the experiments that its page is in. */
  arms: readonly number[];
  /** Version of the player. */
  version: string;
}

/**
 * Updates a document with a batch: its facts as first known. They stay, because each change changes
 * all playbacks of the document.
 */
export function nextDocument(
  known: NewDocument | undefined,
  { batch, facts, version }: ReportingBatch,
  values: StoredValues,
): NewDocument {
  const { sid, browser = '', device = '', country = '' } = batch;
  const host = facts.find((fact) => fact.kind === 'loaded')?.host ?? '';
  const now = { host, browser, device, country, version, ...noValues, ...values };
  return { sid, ...ofEachDimension((name) => known?.[name] || now[name]) };
}

/** Those of the page's first event, in which a page sends them. */
export const setValuesIn = ({ facts }: ReportingBatch) =>
  facts.find((fact) => fact.kind === 'loaded')?.values ?? {};

/** All events of a page have the same, so the first event usually decides. */
export function firstVersion(events: readonly EventToStore[]): string {
  for (const { contextJson } of events) {
    const version = versionOf(contextJson);
    if (version !== '') return version;
  }
  return '';
}
