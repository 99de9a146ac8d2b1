import type { EventStore } from '../../../../server/store/event-store.ts';
import { agreeOnNames } from '../../../../server/store/reports/custom/agree-on-names.ts';
import { datedSid } from '../support/log-batches.ts';
import { storeBatch } from '../support/store-batches.ts';
import { fieldReport } from './field-reports.ts';
import { begun, event, loaded, summary, wholeTime } from './playback-events.ts';

/** Flags of a page whose host has set these values. */
const flagsOf = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`dimension.${name}`, value]));

/** The event with which a page reports the values that its host has set. */
export const loadedWith = (seq: number, values: Readonly<Record<string, unknown>>) => {
  const one = loaded(seq, 'https://a.example/page');
  const payload = { ...JSON.parse(one.payloadJson), flags: { other: 'true', ...flagsOf(values) } };
  return { ...one, payloadJson: JSON.stringify(payload) };
};

/** Stores a page load with a playback that was watched and measured. */
export async function storeWith(
  store: Pick<EventStore, 'insertBatch'>,
  n: number,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const watched = { videoId: 'video-a', cpn: `cpn-${n}`, segments: [[0, 5]], playbackRate: 1 };
  const { contextJson: _, ...measured } = fieldReport(5);
  const events = [
    loadedWith(1, values),
    begun(2, `cpn-${n}`),
    summary(3, `cpn-${n}`),
    event(4, 'video_stats.watchtime', watched),
    { ...measured, contextJson: '{}' },
  ];
  const stored = await store.insertBatch(
    storeBatch([], { sid: datedSid(0, n), receivedMs: n + 1, events }),
  );
  if (!stored.ok) throw new Error(stored.error.message);
}

/** Names dimensions as a server does when it starts. @returns the names by their places */
export async function nameAll(store: Pick<EventStore, 'dimensions'>, names: readonly string[]) {
  const agreed = await agreeOnNames([store.dimensions], names);
  if (!agreed.ok) throw new Error(agreed.error.message);
  return agreed.value;
}

/** @returns the playbacks of each value in the list of a dimension */
export async function groupsOf(
  store: Pick<EventStore, 'reports' | 'dimensions'>,
  names: Awaited<ReturnType<typeof nameAll>>,
  name: string,
): Promise<Record<string, number>> {
  const place = (['custom1', 'custom2', 'custom3'] as const).find((one) => names[one] === name);
  if (place === undefined) throw new Error(`no place for ${name}`);
  const report = await store.reports.dashboard({ ...wholeTime, names });
  return Object.fromEntries(report[place].map((group) => [group.name, group.playbacks]));
}
