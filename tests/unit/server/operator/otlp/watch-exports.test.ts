import { expect, test } from 'vitest';
import { createLog } from '../../../../../server/operator/log/create-log.ts';
import { createMetrics } from '../../../../../server/operator/metrics/create-metrics.ts';
import { otlpLimits } from '../../../../../server/operator/otlp/otlp-limits.ts';
import { watchExports } from '../../../../../server/operator/otlp/watch-exports.ts';

const { steadyMs } = otlpLimits;

function watched() {
  const lines: string[] = [];
  const clock = { elapsedMs: 0 };
  const print = (line: string) => lines.push(line);
  const watch = watchExports({
    log: createLog({ format: 'text', print, printError: print, now: Date.now }),
    metrics: createMetrics(),
    collector: 'http://collector:4318',
    steadyMs,
    elapsedMs: () => clock.elapsedMs,
  });
  return { watch, lines, clock };
}

test('exports that fail now and then cost no sentence until they have worked for a while', () => {
  const { watch, lines, clock } = watched();
  for (let n = 0; n < 1_000; n++) {
    watch.ended('log', n % 3 === 0 ? 'it answers 500' : null);
    clock.elapsedMs += steadyMs / 3;
  }
  expect(lines).toEqual([
    'warning: The log cannot be exported to http://collector:4318 (--otlp): it answers 500. The server goes on, and says when it works again.',
  ]);
  clock.elapsedMs += steadyMs;
  watch.ended('log', null);
  watch.ended('log', null);
  expect(lines.slice(1)).toEqual(['The log can be exported to http://collector:4318 again.']);
  watch.ended('log', 'it answers 500');
  expect(lines).toHaveLength(3);
});

test('metrics and log may fail alone, such as at a collector of metrics', () => {
  const { watch, lines, clock } = watched();
  watch.ended('log', 'it answers 404');
  watch.ended('metrics', null);
  clock.elapsedMs += steadyMs;
  watch.ended('metrics', null);
  expect(lines).toHaveLength(1);
  watch.ended('metrics', 'it answers 500');
  expect(lines[1]).toContain('The metrics cannot be exported');
});

test('exports that have never failed are not reported', () => {
  const { watch, lines, clock } = watched();
  watch.ended('log', null);
  clock.elapsedMs += steadyMs;
  watch.ended('log', null);
  expect(lines).toEqual([]);
});

test('an export that is rejected in part is one sentence, until none was for a while', () => {
  const { watch, lines, clock } = watched();
  for (let n = 0; n < 100; n++) {
    watch.rejected('metrics');
    watch.ended('metrics', null);
    clock.elapsedMs += steadyMs / 2;
  }
  expect(lines).toEqual([
    'warning: http://collector:4318 (--otlp) rejects a part of the metrics: its own log has the reason. The server goes on, and says when it works again.',
  ]);
  clock.elapsedMs += steadyMs;
  watch.ended('metrics', null);
  expect(lines.slice(1)).toEqual(['The metrics can be exported to http://collector:4318 again.']);
});
