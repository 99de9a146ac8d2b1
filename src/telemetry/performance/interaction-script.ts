import type { Interaction } from '../../../shared/telemetry/performance-report.ts';
import { describeScript, type LongFrameEntry, type ScriptEntry } from './long-frames.ts';

/**
 * Adds the script that took most of an interaction's time, unless it is known. `web-vitals` looks
 * for it only once, and may then have dropped the frame or not have received it yet: browsers
 * deliver frames and interactions in any order.
 * @param frames the latest
 */
export function addScript(
  interaction: Interaction | null,
  frames: readonly LongFrameEntry[],
  ownBase: string,
): Interaction | null {
  if (!interaction || interaction.script) return interaction;
  const { startMs, inpMs } = interaction;
  let longest: ScriptEntry | null = null;
  let longestMs = 0;
  for (const script of frames.flatMap(({ scripts }) => scripts)) {
    const endMs = Math.min(script.startTime + script.duration, startMs + inpMs);
    const ms = endMs - Math.max(script.startTime, startMs);
    if (ms <= longestMs) continue;
    longest = script;
    longestMs = ms;
  }
  return longest ? { ...interaction, script: describeScript(longest, ownBase) } : interaction;
}
