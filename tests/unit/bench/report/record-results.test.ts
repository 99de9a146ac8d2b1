import { expect, test } from 'vitest';
import type { PartReport } from '../../../../bench/report/part-report.ts';
import { newestReports } from '../../../../bench/report/record-results.ts';
import { performanceTables } from '../../../../bench/report/result-tables.ts';

function report(part: string, measuredAt: string, rounds = 3): PartReport {
  return {
    part,
    title: part,
    about: '',
    measuredAt,
    browser: 'Chromium 156',
    rounds,
    isQuick: false,
    failures: [],
    groups: [],
  };
}

const load = report('load', '2026-11-22T10:00:00.000Z');
const many = report('many', '2026-11-22T11:00:00.000Z', 2);
const slow4g = report('network-slow-4g', '2026-11-25T10:00:00.000Z');
const dsl = report('network-dsl', '2026-11-25T12:00:00.000Z');

test('a part that was not measured keeps its recorded results, a line of the network too', () => {
  expect(newestReports([load, slow4g, many])).toEqual([load, many, slow4g]);
  expect(newestReports([load, slow4g, dsl])).toEqual([load, slow4g, dsl]);
});

test('a part that was measured again replaces its recorded results, and an older file does not', () => {
  const again = report('load', '2026-11-24T10:00:00.000Z');
  expect(newestReports([load, many, again])).toEqual([again, many]);
  expect(newestReports([again, many, load])).toEqual([again, many]);
});

test('the documents name the day of each part if they were measured on several', () => {
  const [measured] = performanceTables([load, many, slow4g]).split('\n');
  expect(measured).toBe(
    'Measured on 2026-11-22 with Chromium 156, load 3, many 2 rounds; on 2026-11-25 with Chromium 156, network-slow-4g 3 rounds, medians; × is against the browser’s own `<video controls>` in the same round.',
  );
  expect(performanceTables([load]).split('\n')[0]).toContain(
    'with Chromium 156, 3 rounds, medians',
  );
});

test('the day of a part whose figures stand in sentences is named, and parts of docs/scale.md are not', () => {
  const rpc = report('rpc', '2026-11-24T10:00:00.000Z');
  const ofScale = ['intake', 'scale'].map((part) => report(part, '2026-11-28T10:00:00.000Z'));
  expect(performanceTables([load, rpc, ...ofScale]).split('\n')[0]).toBe(
    performanceTables([load, rpc]).split('\n')[0],
  );
  expect(performanceTables([load, rpc])).toContain('on 2026-11-24 with Chromium 156, rpc 3 rounds');
});
