import { expect, test } from 'vitest';
import { errorBytes } from '../../../../server/intake/errors/error-bytes.ts';
import { intakeCostLimits } from '../../../../server/intake/intake-limits.ts';
import { batchBytes, providerLogBytes } from '../../../../server/store/stored-bytes.ts';

const row = intakeCostLimits.rowBytes.value;

/** 10 characters of text. */
const event = { seq: 1, name: 'abc', eventTimeMs: 0, contextJson: '{"a"}', payloadJson: '{}' };
const events = [event, { ...event, payloadJson: '{"b":2345678}x' }];

test('a batch counts one row for each event with its texts, one for each refused event, and two more', () => {
  const batch = { events, clientEventId: 'four', rejectedSeqs: [3, 4, 5] };
  expect(batchBytes(batch)).toBe(2 * row + (10 + 4 + row) + (22 + 4 + row) + 3 * row);
});

const { playbackRowsCount, viewingRowsCount } = intakeCostLimits;

test.each([
  ['video_stats.qoe', playbackRowsCount.value],
  ['field_performance', playbackRowsCount.value],
  ['video_stats.watchtime', viewingRowsCount.value],
  ['video_stats.playback', playbackRowsCount.value + viewingRowsCount.value],
])('an event that the reports keep (%s) counts their %d rows too, if it is new', (name, value) => {
  const batch = { events: [{ ...event, name }], clientEventId: 'four', rejectedSeqs: [] };
  expect(batchBytes(batch)).toBe((2 + 1 + value) * row + 7 + name.length + 4);
  expect(batchBytes(batch, { accepted: 0 })).toBe(2 * row);
});

test('a playback counts one more row for each arm of an experiment, and other events do not', () => {
  const contextJson = JSON.stringify({ client: { experimentIds: [7, 8, 9] } });
  const rowsOf = (name: string) => {
    const bytes = (one: typeof event) =>
      batchBytes({ events: [one], clientEventId: '', rejectedSeqs: [] });
    const without = { ...event, name, contextJson: ' '.repeat(contextJson.length) };
    return (bytes({ ...without, contextJson }) - bytes(without)) / row;
  };
  expect(rowsOf('video_stats.playback')).toBe(3);
  expect(rowsOf('video_stats.qoe')).toBe(3);
  expect(rowsOf('video_stats.watchtime')).toBe(0);
  expect(rowsOf('field_performance')).toBe(0);
});

test('in a partly known batch each new event counts the mean', () => {
  const batch = { events, clientEventId: 'four', rejectedSeqs: [] };
  expect(batchBytes(batch, { accepted: 1 })).toBe(2 * row + (16 + 4 + row));
  expect(batchBytes(batch, { accepted: 0 })).toBe(2 * row);
});

test('a batch without events counts only its refused ones', () => {
  expect(batchBytes({ events: [], clientEventId: 'four', rejectedSeqs: [1] })).toBe(3 * row);
});

test('a batch of the provider log counts one row for each entry with its texts and the context, and one more', () => {
  const entry = { kind: 'kind', fieldsJson: '{"ab"}', n: 1, timeMs: 0 };
  const log = { entries: [entry, { ...entry, fieldsJson: '{"abcd"}' }], contextJson: '{}' };
  expect(providerLogBytes(log)).toBe(row + (10 + 2 + row) + (12 + 2 + row));
  expect(providerLogBytes(log, { accepted: 1 })).toBe(row + 11 + 2 + row);
  expect(providerLogBytes({ entries: [], contextJson: '{}' })).toBe(row);
});

test('an error report counts its texts and a fixed part', () => {
  const report = { message: 'a', stack: 'bc', paramsJson: 'def' } as Parameters<
    typeof errorBytes
  >[0];
  expect(errorBytes(report)).toBe(intakeCostLimits.errorReportBytes.value + 6);
});
