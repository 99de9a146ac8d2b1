import type { IncomingMessage } from 'node:http';
import type { IntakeMode, IntakeState } from './intake.ts';

/** Everything that the intake has received, and its behaviour. */
export interface IntakeRecord extends Omit<IntakeState, 'stored'> {
  mode: IntakeMode;
  stored: Set<string>;
  /** Requests that got no answer. */
  hanging: IncomingMessage[];
  /** Called after the next request. */
  waiters: (() => void)[];
}

export function createIntakeRecord(): IntakeRecord {
  return { ...startRecord(), hanging: [], waiters: [] };
}

/** Forgets what has arrived; hanging requests and waiting tests stay. */
export function resetRecord(record: IntakeRecord): void {
  Object.assign(record, startRecord());
}

function startRecord(): Omit<IntakeRecord, 'hanging' | 'waiters'> {
  return {
    mode: { answer: 'ok' },
    requests: [],
    stored: new Set(),
    checks: 0,
    visitorIds: 0,
    questions: [],
    providerEntries: [],
    apiCalls: [],
    errorReports: [],
  };
}

export function readState({
  mode: _,
  hanging: _hanging,
  waiters: _waiters,
  ...record
}: IntakeRecord): IntakeState {
  return { ...record, stored: [...record.stored] };
}

export function reportWaiters(record: IntakeRecord): void {
  const reported = record.waiters;
  record.waiters = [];
  for (const report of reported) report();
}

/** Resolves once this number of each has arrived: `requests=2&stored=5`. */
export async function waitFor(record: IntakeRecord, wanted: URLSearchParams): Promise<void> {
  const count = (name: string) => Number(wanted.get(name) ?? 0);
  while (
    record.requests.length < count('requests') ||
    record.stored.size < count('stored') ||
    record.providerEntries.length < count('providerEntries') ||
    record.apiCalls.length < count('apiCalls') ||
    record.errorReports.length < count('errorReports')
  ) {
    await new Promise<void>((resolve) => record.waiters.push(resolve));
  }
}
