import { onTestFinished, vi } from 'vitest';
import {
  type MergedMetric,
  type MergeOptions,
  mergeVitals,
  type VitalMetric,
} from '../../../sdk/vitals.ts';
import { fakeHost, messagesArrived, openFakeEmbed } from './fake-embed.ts';
import { makePlayer } from './make-player.ts';

/** A page that measures itself with a library whose metrics the test makes. */
export function measure({
  withPaint = false,
  ...options
}: MergeOptions & { withPaint?: boolean } = {}) {
  const reported: MergedMetric[] = [];
  const observers = new Map<string, (metric: VitalMetric) => void>();
  const wanted: unknown[] = [];
  const observe = (name: string) => (report: (metric: VitalMetric) => void, given?: object) => {
    observers.set(name, report);
    wanted.push(given);
  };
  const functions = {
    onCLS: observe('CLS'),
    onINP: observe('INP'),
    ...(withPaint && { onLCP: observe('LCP') }),
  };
  // The SDK listens until the page ends; this test's page ends with the test.
  const life = new AbortController();
  const add = globalThis.addEventListener;
  const listening = vi
    .spyOn(globalThis, 'addEventListener')
    .mockImplementation((type: string, listener: EventListenerOrEventListenerObject, given) =>
      add(type, listener, { ...(given as object), signal: life.signal }),
    );
  mergeVitals(functions, (metric: MergedMetric) => reported.push(metric), {
    host: fakeHost,
    ...options,
  });
  listening.mockRestore();
  onTestFinished(() => life.abort());
  return {
    reported,
    wanted,
    values: () => reported.map(({ name, value }) => [name, value]),
    ownMetric: (name: string, changes: Partial<VitalMetric>) =>
      observers.get(name)?.({
        name,
        value: 0,
        delta: 0,
        rating: 'good',
        id: 'v6-1',
        entries: [],
        navigationType: 'navigate',
        ...changes,
      }),
  };
}

export const interaction = {
  inpMs: 300,
  type: 'click',
  startMs: 1_000,
  inputDelayMs: 100,
  processingMs: 150,
  presentationMs: 50,
  script: null,
};

export async function openPlayer() {
  const player = makePlayer();
  const embed = await openFakeEmbed(player.getIframe());
  embed.answer();
  await messagesArrived();
  const report = async (vitals: object, fields: object = {}) => {
    embed.send('onPerformanceReport', { timeOriginMs: 1, ...vitals }, fields);
    await messagesArrived();
  };
  return { player, embed, report };
}

export function hide(): void {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  hidden.mockRestore();
}
