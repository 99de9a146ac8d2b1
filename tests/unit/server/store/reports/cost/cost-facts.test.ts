import { expect, test } from 'vitest';
import { readCostFact } from '../../../../../../server/store/reports/cost/cost-facts.ts';
import { type FieldReportChanges, fieldReport } from '../../../reports/field-reports.ts';

/** Breaks a check that asks for the length of anything. */
const odd = { length: { toString: null } };
const long = 'x'.repeat(5_000);
const all = readCostFact(fieldReport(7))?.facts;

test('a report has its measures, and the time of each script in the longest frames', () => {
  expect(readCostFact(fieldReport(7))).toEqual({
    kind: 'measured',
    seq: 7,
    videoId: 'video-a',
    facts: {
      share: 0.1,
      version: '0.1.0',
      runtime: 'worker',
      engine: 'hls.js',
      device: 'medium',
      connection: '4g',
      cache: 'cold',
      experiments: [],
      measures: {
        largestPaintMs: 700,
        interactionMs: 56,
        layoutShift: 0.01,
        createdMs: 400,
        playToFirstFrameMs: 350,
        blockingMs: 40,
        longestTaskMs: 80,
        ownScriptMs: 50,
        servicesStartMs: 120,
        servicesBusyMs: 30,
        transferredBytes: 90_000,
        scriptBytes: 75_000,
        requestCount: 20,
      },
      scripts: [
        ['mount-ui-D1Ub_0fx.js', 50],
        ['', 5],
      ],
    },
  });
});

test.each<[string, FieldReportChanges, Partial<typeof all>, unknown?]>([
  ['a version that is no text', {}, { version: '' }, odd],
  ['an engine with NUL', { engine: 'hls\0js' }, { engine: '' }],
  ['a share that is too small to be true', { share: 1e-9 }, { share: 1 }],
  ['a runtime without end', { place: long }, { runtime: '' }],
  ['a device that is a list', { device: [odd] }, { device: '', connection: '' }],
  ['a device without a class', { device: { connection: '3g' } }, { device: '', connection: '3g' }],
  [
    'a script whose name has no end',
    { longFrames: { ownScriptMs: 50, worst: [{ scripts: [{ script: long, ms: 1 }] }] } },
    { scripts: [] },
  ],
  [
    'more frames than a player reports',
    { longFrames: { ownScriptMs: 50, worst: Array(500).fill({ scripts: [] }) } },
    { scripts: [] },
  ],
])('of a report with %s, the rest is kept', (_what, changes, wrong, version) => {
  expect(readCostFact(fieldReport(7, changes, version))?.facts).toEqual({ ...all, ...wrong });
});

test.each<[string, FieldReportChanges, readonly string[]]>([
  ['a paint before time', { largestPaint: { atMs: -1 } }, ['largestPaintMs']],
  ['a time in text', { longTasks: { blockingMs: '9', longestMs: 80 } }, ['blockingMs']],
  [
    'a task that never ends',
    { longTasks: { blockingMs: 40, longestMs: 1e300 } },
    ['longestTaskMs'],
  ],
  ['no starts', { start: null }, ['createdMs', 'playToFirstFrameMs']],
  ['services that are no object', { services: 7 }, ['servicesStartMs', 'servicesBusyMs']],
])('a measure with %s is left out alone', (_what, changes, missing) => {
  const measures = readCostFact(fieldReport(7, changes))?.facts.measures;
  const kept = Object.entries(all?.measures ?? {}).filter(([name]) => !missing.includes(name));
  expect(measures).toEqual(Object.fromEntries(kept));
});

test('a page has a warm cache if it had any script, and the experiments that it names', () => {
  const { contextJson } = fieldReport(7);
  const { client } = JSON.parse(contextJson);
  const named = (experimentIds: unknown) => ({
    ...fieldReport(7, { cachedScriptCount: 1 }),
    contextJson: JSON.stringify({ client: { ...client, experimentIds } }),
  });
  expect(readCostFact(named([7, 24, 7]))?.facts).toEqual({
    ...all,
    cache: 'warm',
    experiments: ['7', '24'],
  });
  expect(readCostFact(named([7, -1]))?.facts.experiments).toEqual([]);
  expect(readCostFact(named(Array(5_000).fill(1)))?.facts.experiments).toEqual([]);
  expect(readCostFact(fieldReport(7, { cachedScriptCount: null }))?.facts.cache).toBe('');
});

test('the scripts of a page add up to those of its services, if these are known', () => {
  const bytesOf = (changes: FieldReportChanges) =>
    readCostFact(fieldReport(7, changes))?.facts.measures.scriptBytes;
  expect(bytesOf({ servicesScripts: null })).toBe(60_000);
  expect(bytesOf({ pageScripts: null })).toBeUndefined();
});

test('other events are no reports', () => {
  expect(readCostFact({ ...fieldReport(7), name: 'embed_loaded' })).toBeNull();
});
