import { expect, test } from 'vitest';
import { batchLimits } from '../../../../../shared/limits/batch-limits.ts';
import { logLimits } from '../../../../../shared/limits/log-limits.ts';
import { splitBatches, takeBatch } from '../../../../../worker/events/batching/take-batch.ts';
import { makeEvent, makeEvents } from '../make-events.ts';

test('an empty queue gives no batch', () => {
  expect(splitBatches([])).toEqual([]);
});

test('a batch holds 100 events, and the 101st waits [spec-9.8]', () => {
  const { batch, rest } = takeBatch(makeEvents(101));
  expect(batch).toHaveLength(100);
  expect(rest.map((event) => event.seq)).toEqual([101]);
});

test('events of another endpoint wait for their own batch and keep their order', () => {
  const events = [
    makeEvent(1),
    makeEvent(2, { endpoint: 'video_stats' }),
    makeEvent(3),
    makeEvent(4, { endpoint: 'video_stats' }),
  ];
  expect(splitBatches(events).map((batch) => batch.map((event) => event.seq))).toEqual([
    [1, 3],
    [2, 4],
  ]);
});

test('a batch with its envelope has at most 500,000 characters [spec-9.43]', () => {
  const json = 'x'.repeat(logLimits.eventMaxChars);
  const batches = splitBatches(makeEvents(25).map((event) => ({ ...event, json })));
  expect(batches.map((batch) => batch.length)).toEqual([9, 9, 7]);
  for (const batch of batches) {
    const eventsChars = batch.reduce((sum, event) => sum + event.json.length + 1, 0);
    expect(eventsChars + batchLimits.envelopeMaxChars).toBeLessThanOrEqual(500_000);
  }
});

test('a small event does not overtake a larger one that no longer fits', () => {
  const big = 'x'.repeat(logLimits.eventMaxChars);
  const events = makeEvents(11).map((event) => (event.seq <= 10 ? { ...event, json: big } : event));
  expect(takeBatch(events).rest.map((event) => event.seq)).toEqual([10, 11]);
});
