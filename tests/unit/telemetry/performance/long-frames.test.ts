import { expect, test } from 'vitest';
import { performanceLimits } from '../../../../shared/limits/performance-limits.ts';
import {
  addLongFrame,
  type LongFrameEntry,
  noLongFrames,
  type ScriptEntry,
} from '../../../../src/telemetry/performance/long-frames.ts';

const ownBase = 'https://player.example/assets/';

function script(sourceURL: string, duration: number): ScriptEntry {
  return {
    startTime: 110,
    duration,
    invokerType: 'event-listener',
    sourceURL,
    sourceFunctionName: 'seek',
    forcedStyleAndLayoutDuration: 2,
  };
}

function frame(duration: number, scripts: readonly ScriptEntry[] = []): LongFrameEntry {
  return { startTime: 100, duration, blockingDuration: duration - 50, scripts };
}

test('the time of our scripts in a long frame is separated from that of others and of the browser', () => {
  const entry = frame(120, [
    script(`${ownBase}page-1.js`, 30),
    script('chrome-extension://abcdef/content.js', 40),
    script('', 5),
  ]);
  const { ownScriptMs, otherScriptMs, blockingMs, count } = addLongFrame(
    noLongFrames,
    entry,
    ownBase,
  );
  expect({ ownScriptMs, otherScriptMs, blockingMs, count }).toEqual({
    ownScriptMs: 30,
    otherScriptMs: 45,
    blockingMs: 70,
    count: 1,
  });
});

test('the report of other scripts contains no names', () => {
  const { worst } = addLongFrame(
    noLongFrames,
    frame(90, [
      script('chrome-extension://abcdef/content.js', 40),
      script(`${ownBase}page-1.js`, 30),
    ]),
    ownBase,
  );
  expect(JSON.stringify(worst)).not.toContain('abcdef');
  expect(worst[0]?.scripts).toEqual([
    { script: null, function: '', invoker: 'event-listener', ms: 40, forcedLayoutMs: 2 },
    { script: 'page-1.js', function: 'seek', invoker: 'event-listener', ms: 30, forcedLayoutMs: 2 },
  ]);
});

test('the longest frames are reported one by one, the longest first, up to a limit', () => {
  let frames = noLongFrames;
  const many = Array.from({ length: 9 }, (_, at) => script(`${ownBase}${at}.js`, at));
  for (const ms of [60, 400, 70, 300, 80, 200, 90])
    frames = addLongFrame(frames, frame(ms, many), ownBase);
  expect(frames.worst.map(({ ms }) => ms)).toEqual([400, 300, 200, 90, 80]);
  expect(frames.count).toBe(7);
  for (const { scripts } of frames.worst)
    expect(scripts.length).toBe(performanceLimits.frameScriptsCount);
});
