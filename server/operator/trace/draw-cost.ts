import * as z from 'zod';
import { performanceLimits } from '../../../shared/limits/performance-limits.ts';
import { fieldEventName } from '../../../shared/telemetry/field-performance.ts';
import type { DocumentEvent } from '../../store/stored-document.ts';
import { labelled } from './label.ts';
import { sessionTraceLimits } from './session-trace-limits.ts';
import type { TraceEntry } from './trace-entry.ts';

const duration = z.number().min(0).max(sessionTraceLimits.reachMs);
const script = z.looseObject({ script: z.string().nullable() });

/** The part of a field report that is drawn. A part that is not as expected is not drawn. */
const costSchema = z.object({
  atMs: duration,
  longFrames: z
    .object({
      worst: z
        .array(
          z.object({
            startMs: duration,
            ms: duration,
            blockingMs: duration,
            scripts: z.array(script),
          }),
        )
        .max(performanceLimits.framesCount),
    })
    .nullable()
    .catch(null),
  interaction: z
    .looseObject({ type: z.string(), startMs: duration, inpMs: duration })
    .nullable()
    .catch(null),
  largestPaint: z.object({ atMs: duration, areaPx: z.number() }).nullable().catch(null),
});

/**
 * Draws what the page has cost its viewer: its longest frames, its slowest interaction and its
 * largest paint. The last report has those of all before.
 */
export function drawCost(events: readonly DocumentEvent[]): TraceEntry[] {
  const reports = events.flatMap((event) => {
    const parsed = event.name === fieldEventName ? costSchema.safeParse(event.payload) : null;
    return parsed?.success ? [{ cost: parsed.data, event }] : [];
  });
  const last = reports.sort((one, other) => one.cost.atMs - other.cost.atMs).at(-1);
  if (last === undefined) return [];
  const { longFrames, interaction, largestPaint } = last.cost;
  const openedMs = last.event.eventTimeMs - last.cost.atMs;
  const at = { track: 'Page', startMs: openedMs } as const;
  const entries: TraceEntry[] = (longFrames?.worst ?? []).map(({ startMs, ms, ...facts }) => ({
    ...at,
    name: labelled('long frame', facts.scripts[0]?.script ?? undefined),
    startMs: openedMs + startMs,
    endMs: openedMs + startMs + ms,
    facts,
  }));
  if (interaction !== null) {
    const { type, startMs, inpMs, ...facts } = interaction;
    const begins = openedMs + startMs;
    const name = labelled('slowest interaction', type);
    entries.push({ ...at, name, startMs: begins, endMs: begins + inpMs, facts });
  }
  if (largestPaint !== null) {
    const { atMs, areaPx } = largestPaint;
    entries.push({
      ...at,
      name: 'largest paint',
      startMs: openedMs + atMs,
      endMs: null,
      facts: { areaPx },
    });
  }
  return entries;
}
