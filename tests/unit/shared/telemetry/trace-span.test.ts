import { expect, test } from 'vitest';
import { alignSpans, type TraceSpan, writeSpan } from '../../../../shared/telemetry/trace-span.ts';
import { createRecorder } from '../../../../worker/trace/recorder.ts';
import { createCallTracer } from '../../../../worker/trace/trace-calls.ts';

const span: TraceSpan = {
  track: 'player',
  name: 'seek',
  startMs: 5,
  endMs: 9,
  properties: [['to', '3']],
};

/** A timeline of a page that another tool measures too. */
function createTimeline() {
  const entries: { name: string; start: number; end: number; detail: unknown }[] = [];
  const kept = new Set<string>(['seek']);
  return {
    entries,
    kept,
    now: () => 20,
    timeOrigin: 1_000,
    measure(name: string, options: { start: number; end: number; detail: unknown }) {
      entries.push({ name, ...options });
      kept.add(name);
    },
    clearMeasures: (name: string) => kept.delete(name),
  };
}

test('a span is an entry on its subsystem’s track, and is removed from the page', () => {
  const timeline = createTimeline();
  writeSpan(timeline, span);
  expect(timeline.entries).toEqual([
    {
      name: 'offstage:seek',
      start: 5,
      end: 9,
      detail: {
        devtools: {
          dataType: 'track-entry',
          track: 'player',
          trackGroup: 'Offstage',
          color: 'secondary',
          properties: [['to', '3']],
        },
      },
    },
  ]);
  // Entries of others stay.
  expect([...timeline.kept]).toEqual(['seek']);
});

test('a span of zero duration is still visible on its track', () => {
  const timeline = createTimeline();
  writeSpan(timeline, { ...span, endMs: 5 });
  expect(timeline.entries[0]?.end).toBeGreaterThan(5);
});

test('spans of a worker that began 250 ms after its page are 250 ms later in the page’s time', () => {
  expect(alignSpans({ spans: [span], timeOriginMs: 1_250 }, 1_000)).toEqual([
    { ...span, startMs: 255, endMs: 259 },
  ]);
});

test('a call lasts until it is answered, and belongs to its subsystem; many spans are one message', () => {
  const timeline = createTimeline();
  const soon: (() => void)[] = [];
  const reported: unknown[] = [];
  const recorder = createRecorder({
    performance: timeline,
    later: (callback) => soon.push(callback),
    post: (message) => reported.push(message),
  });
  const calls = createCallTracer(recorder);
  calls.begin({ id: 'a', type: 'APPLY', path: ['getVideo'] });
  calls.begin({ id: 'b', type: 'APPLY', path: ['ping'] });
  calls.answer({ id: 'b' });
  calls.answer({ id: 'unknown' });
  calls.answer({ id: 'a' });
  expect(timeline.entries.map(({ name }) => name)).toEqual(['offstage:ping', 'offstage:getVideo']);
  expect(reported).toEqual([]);
  soon.forEach((callback) => {
    callback();
  });
  expect(reported).toMatchObject([
    { timeOriginMs: 1_000, spans: [{ track: 'worker: services' }, { track: 'worker: api' }] },
  ]);
});
