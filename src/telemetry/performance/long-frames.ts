import { performanceLimits } from '../../../shared/limits/performance-limits.ts';
import type {
  FrameScript,
  LongFrame,
  LongFrames,
} from '../../../shared/telemetry/performance-report.ts';

/**
 * The part of a `long-animation-frame` entry that is read (W3C Long Animation Frames; Chromium
 * 123).
 */
export interface LongFrameEntry {
  startTime: number;
  duration: number;
  blockingDuration: number;
  scripts: readonly ScriptEntry[];
}

export interface ScriptEntry {
  startTime: number;
  duration: number;
  invokerType: string;
  /** Empty where the browser hides it, such as for scripts of another origin without CORS. */
  sourceURL: string;
  sourceFunctionName: string;
  forcedStyleAndLayoutDuration: number;
}

export const noLongFrames: LongFrames = {
  count: 0,
  blockingMs: 0,
  ownScriptMs: 0,
  otherScriptMs: 0,
  worst: [],
};

/**
 * @param ownBase base URL of the player's scripts. All others belong to a provider, an extension or
 *   a test.
 */
export function addLongFrame(
  before: LongFrames,
  entry: LongFrameEntry,
  ownBase: string,
): LongFrames {
  let { ownScriptMs, otherScriptMs } = before;
  for (const { sourceURL, duration } of entry.scripts) {
    if (sourceURL.startsWith(ownBase)) ownScriptMs += duration;
    else otherScriptMs += duration;
  }
  const worst = [...before.worst, toFrame(entry, ownBase)]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, performanceLimits.framesCount);
  return {
    count: before.count + 1,
    blockingMs: before.blockingMs + entry.blockingDuration,
    ownScriptMs,
    otherScriptMs,
    worst,
  };
}

function toFrame(
  { startTime, duration, blockingDuration, scripts }: LongFrameEntry,
  ownBase: string,
): LongFrame {
  return {
    startMs: startTime,
    ms: duration,
    blockingMs: blockingDuration,
    scripts: scripts
      .toSorted((a, b) => b.duration - a.duration)
      .slice(0, performanceLimits.frameScriptsCount)
      .map((script) => describeScript(script, ownBase)),
  };
}

/**
 * Names only the player's own scripts: an extension's URL would reveal what the viewer has
 * installed.
 */
export function describeScript(script: ScriptEntry, ownBase: string): FrameScript {
  const isOwn = script.sourceURL.startsWith(ownBase);
  return {
    script: isOwn
      ? script.sourceURL.slice(ownBase.length).slice(0, performanceLimits.nameMaxChars)
      : null,
    function: isOwn ? script.sourceFunctionName.slice(0, performanceLimits.nameMaxChars) : '',
    invoker: script.invokerType,
    ms: script.duration,
    forcedLayoutMs: script.forcedStyleAndLayoutDuration,
  };
}
