import { expect, test } from 'vitest';
import type {
  CostReading,
  PerformanceReport,
} from '../../../../shared/telemetry/performance-report.ts';
import { createPlayerStore } from '../../../../src/player/state/player-store.ts';
import { createPerformanceReports } from '../../../../src/telemetry/performance/performance-reports.ts';
import { makeReading as makeMedia, makeVideo } from '../../player/make-video.ts';
import { makeReading } from './make-reading.ts';

function start() {
  const store = createPlayerStore();
  const life = new AbortController();
  const received: PerformanceReport[] = [];
  const changed = new Set<() => void>();
  const firstFrame = new Set<() => void>();
  const hidden = new Set<() => void>();
  const mediaChanged = new Set<(hasLowered: boolean) => void>();
  const limits: (number | null)[] = [];
  let usedBytes: number | null = null;
  let reading = makeReading();
  let askedCount = 0;
  const reports = createPerformanceReports({
    store,
    cost: {
      read: () => reading,
      async askServices() {
        askedCount += 1;
      },
      onChange: (listener) => changed.add(listener),
      onFirstFrame: (listener) => firstFrame.add(listener),
    },
    media: {
      setLimit: (bytes) => limits.push(bytes),
      used: () => usedBytes,
      onChange: (listener) => mediaChanged.add(listener),
    },
    timeOriginMs: 1_000,
    nowMs: () => 7,
    toHostCount: () => 3,
    onHidden: (listener) => hidden.add(listener),
    signal: life.signal,
  });
  reports.listen((report) => received.push(report));
  store.dispatch({ type: 'video_changed', video: makeVideo(), isCued: true, startSeconds: 0 });
  return {
    store,
    life,
    received,
    reports,
    askedCount: () => askedCount,
    hide: () => {
      for (const listener of hidden) listener();
    },
    showFirstFrame: () => {
      for (const listener of firstFrame) listener();
    },
    change(changes: Partial<CostReading>) {
      reading = makeReading(changes);
      for (const listener of changed) listener();
    },
    loadMedia(bytes: number, hasLowered: boolean) {
      usedBytes = bytes;
      for (const listener of mediaChanged) listener(hasLowered);
    },
    limits,
    /** The requests to the services have been answered. */
    settle: () => new Promise<void>((resolve) => setImmediate(resolve)),
    reasons: () => received.map(({ reason }) => reason),
  };
}

const slow = { longTasks: { count: 1, longestMs: 60, blockingMs: 500 } };

test('an idle player reports nothing', async () => {
  const { settle, reasons, askedCount } = start();
  await settle();
  expect(reasons()).toEqual([]);
  expect(askedCount()).toBe(0);
});

test('the first frame, a pause and the end are reported, each with the services’ current figures', async () => {
  const { store, settle, reasons, askedCount, received, showFirstFrame } = start();
  store.dispatch({ type: 'playing', media: makeMedia({ currentTime: 3 }) });
  showFirstFrame();
  await settle();
  store.dispatch({ type: 'paused', media: makeMedia({ currentTime: 4 }) });
  await settle();
  store.dispatch({ type: 'ended', media: makeMedia({ currentTime: 4 }) });
  await settle();
  expect(reasons()).toEqual(['first_frame', 'paused', 'ended']);
  expect(askedCount()).toBe(3);
  expect(received[0]).toMatchObject({ timeOriginMs: 1_000, atMs: 7, messages: { toHostCount: 3 } });
});

test('a page that is hidden reports at once, because it may end', () => {
  const { hide, reasons, askedCount } = start();
  hide();
  expect(reasons()).toEqual(['hidden']);
  expect(askedCount()).toBe(0);
});

test('a measure that exceeds its limit is reported once', () => {
  const { change, reasons, received } = start();
  change(slow);
  change({ longTasks: { count: 2, longestMs: 60, blockingMs: 900 } });
  expect(reasons()).toEqual(['budget_broken']);
  expect(received[0]?.budget.measures.find(({ name }) => name === 'blockingMs')).toMatchObject({
    value: 500,
    state: 'broken',
  });
  change({ ...slow, layoutShift: 0.3 });
  expect(reasons()).toEqual(['budget_broken', 'budget_broken']);
});

const interaction = {
  inpMs: 48,
  type: 'click',
  startMs: 1,
  inputDelayMs: 8,
  processingMs: 20,
  presentationMs: 20,
  script: null,
};

test('after the first report, each change of a vital is reported', () => {
  const { change, hide, reasons, received } = start();
  change({ interaction });
  expect(reasons()).toEqual([]);
  hide();
  change({ interaction });
  expect(reasons()).toEqual(['hidden']);
  const largestPaint = { atMs: 80, areaPx: 9 };
  change({ interaction, largestPaint });
  change({ interaction: { ...interaction, inpMs: 56 }, largestPaint });
  expect(reasons()).toEqual(['hidden', 'vitals_changed', 'vitals_changed']);
  expect(received.at(-1)).toMatchObject({ interaction: { inpMs: 56 }, largestPaint });
});

test('a script that is found after its interaction was reported is reported too', () => {
  const { change, hide, reasons, received } = start();
  hide();
  change({ interaction });
  const script = { script: 'seek.js', function: 'seek', invoker: '', ms: 19, forcedLayoutMs: 0 };
  change({ interaction: { ...interaction, script } });
  expect(reasons()).toEqual(['hidden', 'vitals_changed', 'vitals_changed']);
  expect(received.at(-1)?.interaction?.script).toEqual(script);
});

test('a layout shift below a thousandth is not reported, and their sum is', () => {
  const { change, reports, hide, reasons, received } = start();
  reports.declare({ layoutShift: null });
  hide();
  change({ layoutShift: 0.0004 });
  expect(reasons()).toEqual(['hidden']);
  change({ layoutShift: 0.0008 });
  expect(reasons()).toEqual(['hidden', 'vitals_changed']);
  expect(received.at(-1)?.layoutShift).toBe(0.0008);
});

test('a quality that was lowered for the budget of media is reported, and once the limit it could not keep', async () => {
  const { reports, settle, limits, loadMedia, reasons, received } = start();
  reports.declare({ mediaBytes: 900 });
  await settle();
  expect(limits).toEqual([900]);
  loadMedia(400, false);
  loadMedia(500, true);
  expect(reasons()).toEqual(['asked', 'quality_reduced']);
  expect(received.at(-1)).toMatchObject({ mediaBytes: 500 });
  loadMedia(900, false);
  expect(reasons()).toHaveLength(2);
  loadMedia(901, false);
  loadMedia(902, false);
  expect(reasons()).toEqual(['asked', 'quality_reduced', 'budget_broken']);
  reports.declare({ mediaBytes: null });
  await settle();
  loadMedia(903, false);
  expect(reasons().slice(3)).toEqual(['asked']);
});

test('a vital that also breaks the budget is reported once', () => {
  const { change, hide, reasons } = start();
  hide();
  change({ layoutShift: 0.2 });
  expect(reasons()).toEqual(['hidden', 'budget_broken']);
});

test('a declared budget is answered, and can be broken again', async () => {
  const { change, reports, reasons, received, settle } = start();
  change(slow);
  reports.declare({ blockingMs: 1_000, fps: 60 });
  await settle();
  expect(reasons()).toEqual(['budget_broken', 'asked']);
  expect(received[1]?.budget).toMatchObject({ problems: [{ code: 'BAD_BUDGET', field: 'fps' }] });
  change({ longTasks: { count: 2, longestMs: 60, blockingMs: 1_001 } });
  expect(reasons()).toEqual(['budget_broken', 'asked', 'budget_broken']);
});

test('after the player’s end nothing is reported', async () => {
  const { life, hide, change, store, settle, reasons, showFirstFrame } = start();
  life.abort();
  hide();
  showFirstFrame();
  change(slow);
  store.dispatch({ type: 'playing', media: makeMedia({ currentTime: 3 }) });
  await settle();
  expect(reasons()).toEqual([]);
});
