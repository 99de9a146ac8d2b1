import type { EventStore, EventToStore } from '../../../../server/store/event-store.ts';
import type { ExperimentQuestion } from '../../../../server/store/reports/experiments/read-arms.ts';
import type { QoeSummary } from '../../../../shared/telemetry/qoe-summary.ts';
import { fieldReport } from './field-reports.ts';
import { begun, loaded, minute, summary } from './playback-events.ts';

/** A page in some arms, with one playback. */
export interface PageInArms {
  /** As the intake accepts it: any value. */
  arms: unknown;
  playback?: Partial<QoeSummary> | null;
  /** Milliseconds of blocking; `null` for a page that was not measured. */
  blockingMs?: number | null;
}

/** @returns what the page sends */
export function pageEvents({ arms, playback = {}, blockingMs = null }: PageInArms): EventToStore[] {
  const client = { clientName: 'OFFSTAGE', clientVersion: '1', experimentIds: arms };
  const events = [
    loaded(1, 'https://a.example/x'),
    begun(2, 'cpn'),
    ...(playback === null ? [] : [summary(3, 'cpn', playback)]),
    ...(blockingMs === null
      ? []
      : [fieldReport(4, { longTasks: { count: 1, longestMs: 50, blockingMs } })]),
  ];
  return events.map((event) => ({ ...event, contextJson: JSON.stringify({ client }) }));
}

export const question: ExperimentQuestion = {
  ...{ control: 1, treatment: 2, share: 0.5 },
  ...{ fromMs: 0, toMs: 10 * minute },
};

/** @returns a measure's value and count in both arms */
export async function armsOf(
  store: Pick<EventStore, 'reports'>,
  measure: string,
  asked: Partial<ExperimentQuestion> = {},
) {
  const { comparisons } = await store.reports.experiment({ ...question, ...asked });
  const found = comparisons.find((one) => one.measure === measure);
  if (found === undefined) throw new Error(`${measure} is compared`);
  return { control: found.control, treatment: found.treatment, change: found.change };
}
