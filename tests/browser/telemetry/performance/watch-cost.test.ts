import { expect, onTestFinished, test } from 'vitest';
import { watchCost } from '../../../../src/telemetry/performance/watch-cost.ts';
import { fakeEntries } from './fake-entries.ts';

/** A click at 1,000 ms, whose handler took 800 ms. */
const click = {
  entryType: 'event',
  name: 'click',
  interactionId: 7,
  startTime: 1_000,
  processingStart: 1_010,
  processingEnd: 1_810,
  duration: 824,
  target: null,
};
const frame = {
  entryType: 'long-animation-frame',
  startTime: 1_005,
  duration: 815,
  blockingDuration: 765,
  styleAndLayoutStart: 1_815,
  scripts: [
    {
      startTime: 1_010,
      duration: 800,
      invokerType: 'event-listener',
      sourceURL: `${location.origin}/src/telemetry/performance/slow.js`,
      sourceFunctionName: 'pause',
      forcedStyleAndLayoutDuration: 0,
    },
  ],
};
const slowScript = { script: expect.stringMatching(/slow\.js$/), function: 'pause', ms: 800 };

/** A short press, after the slow click. */
const later = {
  ...click,
  interactionId: 8,
  startTime: 3_000,
  processingStart: 3_001,
  processingEnd: 3_002,
  duration: 24,
};

function start() {
  const deliver = fakeEntries();
  const life = new AbortController();
  onTestFinished(() => life.abort());
  const cost = watchCost({
    services: { where: () => null, readLoad: () => undefined },
    signal: life.signal,
  });
  const slowest = () => cost.read().interaction;
  return { deliver, slowest };
}

test('the script of the slowest interaction is found when its frame is delivered after it', async () => {
  const { deliver, slowest } = start();
  deliver('event', [click]);
  await expect.poll(() => slowest()?.inpMs).toBe(824);
  expect(slowest()?.script).toBeNull();
  deliver('long-animation-frame', [frame]);
  expect(slowest()?.script).toMatchObject(slowScript);
});

test('the script of the slowest interaction is found when an interaction after it is delivered first', async () => {
  const { deliver, slowest } = start();
  deliver('long-animation-frame', [frame]);
  deliver('event', [later]);
  await expect.poll(() => slowest()?.inpMs).toBe(24);
  // The library drops frames of before this interaction when the page is idle.
  for (let round = 0; round < 3; round += 1)
    await new Promise((resolve) => requestIdleCallback(resolve));
  deliver('event', [click]);
  await expect.poll(() => slowest()?.inpMs).toBe(824);
  expect(slowest()?.script).toMatchObject(slowScript);
});

test('frames long after the slowest interaction do not take its script away', async () => {
  const { deliver, slowest } = start();
  deliver('long-animation-frame', [frame]);
  deliver('event', [click]);
  await expect.poll(() => slowest()?.script?.function).toBe('pause');
  for (let at = 0; at < 20; at += 1)
    deliver('long-animation-frame', [{ ...frame, startTime: 5_000 + at * 1_000 }]);
  expect(slowest()?.script?.function).toBe('pause');
});
