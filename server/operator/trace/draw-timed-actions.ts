import * as z from 'zod';
import type { DocumentEvent } from '../../store/stored-document.ts';
import { labelled } from './label.ts';
import { sessionTraceLimits } from './session-trace-limits.ts';
import type { TraceEntry, TraceTrack } from './trace-entry.ts';

const duration = z.number().min(0).max(sessionTraceLimits.reachMs);
const loadedSchema = z.object({ sinceOpenMs: duration });
const timedActionSchema = z.object({
  action: z.string(),
  ticks: z
    .record(z.string(), duration)
    .refine((ticks) => Object.keys(ticks).length <= sessionTraceLimits.ticksCount),
});

/** A `latency` event. */
interface TimedAction {
  event: DocumentEvent;
  action: string;
  /** Its moments in their order, in milliseconds since the page was opened. */
  ticks: (readonly [name: string, ms: number])[];
}

/** Moments of the start that belong to another track too. */
const momentTracks = new Map<string, TraceTrack>([
  ['shell_painted', 'Page'],
  ['script', 'Page'],
  ['services_ready', 'Services'],
]);

/** Draws how long the viewer waited for the start, a seek or data, and for what. */
export function drawTimedActions(events: readonly DocumentEvent[]): TraceEntry[] {
  const actions = events.flatMap(readAction);
  const openedMs = openedAt(events, actions);
  return actions.flatMap((action) => drawAction(action, openedMs));
}

function readAction(event: DocumentEvent): TimedAction[] {
  if (event.name !== 'latency') return [];
  const parsed = timedActionSchema.safeParse(event.payload);
  if (!parsed.success) return [];
  const ticks = Object.entries(parsed.data.ticks).sort(([, a], [, b]) => a - b);
  return [{ event, action: parsed.data.action, ticks }];
}

/** @returns when the page was opened; if no event says so, as late as its actions allow */
function openedAt(events: readonly DocumentEvent[], actions: readonly TimedAction[]): number {
  const loaded = events.find(({ name }) => name === 'embed_loaded');
  const parsed = loadedSchema.safeParse(loaded?.payload);
  if (loaded !== undefined && parsed.success) return loaded.eventTimeMs - parsed.data.sinceOpenMs;
  return Math.min(
    ...actions.map(({ event, ticks }) => event.eventTimeMs - (ticks.at(-1)?.[1] ?? 0)),
  );
}

function drawAction({ event, action, ticks }: TimedAction, openedMs: number): TraceEntry[] {
  const [first, last] = [ticks[0], ticks.at(-1)];
  if (first === undefined || last === undefined) return [];
  const track = 'Timed actions';
  const whole: TraceEntry = {
    track,
    name: labelled(action, undefined),
    startMs: openedMs + first[1],
    endMs: openedMs + last[1],
    facts: { ...event.payload, seq: event.seq },
  };
  const parts = ticks.slice(1).map(
    ([name, ms], index): TraceEntry => ({
      track,
      name: labelled(`until ${name}`, undefined),
      startMs: openedMs + (ticks[index]?.[1] ?? ms),
      endMs: openedMs + ms,
      facts: { action },
    }),
  );
  const moments = ticks.flatMap(([name, ms]): TraceEntry[] => {
    const other = momentTracks.get(name);
    if (other === undefined) return [];
    return [{ track: other, name, startMs: openedMs + ms, endMs: null, facts: { action } }];
  });
  return [whole, ...parts, ...moments];
}
