import { expect, test } from 'vitest';
import type { Interaction } from '../../../../shared/telemetry/performance-report.ts';
import { addScript } from '../../../../src/telemetry/performance/interaction-script.ts';
import type {
  LongFrameEntry,
  ScriptEntry,
} from '../../../../src/telemetry/performance/long-frames.ts';

const ownBase = 'https://player.example/assets/';

/** From 1,000 to 1,300 ms. */
const click: Interaction = {
  inpMs: 300,
  type: 'click',
  startMs: 1_000,
  inputDelayMs: 50,
  processingMs: 200,
  presentationMs: 50,
  script: null,
};

function script(name: string, startTime: number, duration: number): ScriptEntry {
  return {
    startTime,
    duration,
    invokerType: 'event-listener',
    sourceURL: `${ownBase}${name}.js`,
    sourceFunctionName: name,
    forcedStyleAndLayoutDuration: 0,
  };
}

function frame(startTime: number, endMs: number, scripts: ScriptEntry[]): LongFrameEntry {
  const duration = endMs - startTime;
  return { startTime, duration, blockingDuration: duration - 50, scripts };
}

const nameIn = (frames: LongFrameEntry[], of: Interaction | null = click) =>
  addScript(of, frames, ownBase)?.script?.function ?? null;

test('the script that took most of an interaction is found in the frames of its time', () => {
  const frames = [
    frame(700, 990, [script('before', 700, 290)]),
    frame(1_040, 1_290, [script('short', 1_050, 60), script('long', 1_110, 140)]),
    frame(1_251, 1_600, [script('after', 1_251, 340)]),
  ];
  expect(nameIn(frames)).toBe('long');
  expect(addScript(click, frames, ownBase)).toEqual({
    ...click,
    script: {
      script: 'long.js',
      function: 'long',
      invoker: 'event-listener',
      ms: 140,
      forcedLayoutMs: 0,
    },
  });
});

test('a script counts only by its time between the viewer’s act and the next paint', () => {
  const frames = [
    frame(500, 1_040, [script('delayed', 500, 540)]),
    frame(1_041, 1_240, [script('handled', 1_050, 100)]),
    frame(1_250, 1_900, [script('painted', 1_250, 650)]),
  ];
  expect(nameIn(frames)).toBe('handled');
});

test('an interaction without a long frame has no script', () => {
  expect(nameIn([])).toBeNull();
  expect(nameIn([frame(1_040, 1_290, [])])).toBeNull();
  // The frame goes on, but its script had ended before.
  expect(nameIn([frame(500, 1_040, [script('early', 500, 400)])])).toBeNull();
  expect(addScript(null, [frame(1_040, 1_290, [script('long', 1_050, 200)])], ownBase)).toBeNull();
});

test('a known script stays', () => {
  const known = { script: 'a.js', function: 'a', invoker: '', ms: 9, forcedLayoutMs: 0 };
  const frames = [frame(1_040, 1_290, [script('long', 1_050, 200)])];
  expect(nameIn(frames, { ...click, script: known })).toBe('a');
});
