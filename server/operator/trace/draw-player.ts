import { playbackState } from '../../../shared/player/playback-state.ts';
import type { DocumentEvent } from '../../store/stored-document.ts';
import { labelled } from './label.ts';
import type { TraceEntry, TraceTrack } from './trace-entry.ts';

/** Draws each playback from its first to its last event. */
export function drawPlaybacks(events: readonly DocumentEvent[]): TraceEntry[] {
  const videos = new Map<string, unknown>();
  for (const { payload } of events)
    if (typeof payload.cpn === 'string' && !videos.has(payload.cpn))
      videos.set(payload.cpn, payload.videoId);
  const periods = new Map<string, { startMs: number; endMs: number }>();
  for (const { payload, context, eventTimeMs } of events) {
    // Most events of a playback name it as their group.
    const cpn = typeof payload.cpn === 'string' ? payload.cpn : context.sequence?.groupKey;
    if (cpn === undefined) continue;
    const known = periods.get(cpn) ?? { startMs: eventTimeMs, endMs: eventTimeMs };
    periods.set(cpn, {
      startMs: Math.min(known.startMs, eventTimeMs),
      endMs: Math.max(known.endMs, eventTimeMs),
    });
  }
  return [...videos].flatMap(([cpn, videoId]): TraceEntry[] => {
    const period = periods.get(cpn);
    if (period === undefined) return [];
    return [
      { track: 'Player', name: labelled('playback', videoId), ...period, facts: { cpn, videoId } },
    ];
  });
}

const stateNames = new Map<unknown, string>(
  Object.entries(playbackState).map(([name, state]) => [state, name]),
);

/** Draws how long the player and the page were in each state. */
export function drawStates(events: readonly DocumentEvent[]): TraceEntry[] {
  const endMs = Math.max(...events.map(({ eventTimeMs }) => eventTimeMs));
  const nameOf = (state: unknown) => stateNames.get(state) ?? null;
  return [
    ...periods(pick(events, 'playback_state'), { track: 'Player', endMs, nameOf }),
    ...periods(pick(events, 'visibility_change'), {
      track: 'Page',
      endMs,
      nameOf: (state) => (typeof state === 'string' ? labelled(state, undefined) : null),
    }),
  ];
}

/** @returns events of a name, in the order of their times */
function pick(events: readonly DocumentEvent[], name: string): DocumentEvent[] {
  return events
    .filter((event) => event.name === name)
    .sort((one, other) => one.eventTimeMs - other.eventTimeMs || one.seq - other.seq);
}

interface Periods {
  track: TraceTrack;
  /** End of the last one. */
  endMs: number;
  nameOf(state: unknown): string | null;
}

/** @param changes events with a state that lasts until the next one */
function periods(changes: readonly DocumentEvent[], { track, endMs, nameOf }: Periods) {
  return changes.flatMap(({ payload, eventTimeMs, seq }, index): TraceEntry[] => {
    const name = nameOf(payload.state);
    if (name === null) return [];
    const untilMs = changes[index + 1]?.eventTimeMs ?? endMs;
    return [{ track, name, startMs: eventTimeMs, endMs: untilMs, facts: { ...payload, seq } }];
  });
}
