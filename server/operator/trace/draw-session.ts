import type { DocumentEvent, StoredDocument } from '../../store/stored-document.ts';
import { drawCost } from './draw-cost.ts';
import { drawDeliveries, drawGaps } from './draw-network.ts';
import { drawPlaybacks, drawStates } from './draw-player.ts';
import { drawTimedActions } from './draw-timed-actions.ts';
import { labelled } from './label.ts';
import { sessionTraceLimits } from './session-trace-limits.ts';
import type { SessionTrace, TraceEntry, TraceTrack } from './trace-entry.ts';

/**
 * Draws what a document has sent on one time line. Events that pages invent cannot harm it: what is
 * not as expected is a moment with its facts.
 */
export function drawSession(document: StoredDocument): SessionTrace {
  const { isPossible } = createReach([
    ...document.events.map(({ eventTimeMs }) => eventTimeMs),
    ...document.log.map(({ timeMs }) => timeMs),
    ...document.errors.map(({ timeMs }) => timeMs),
  ]);
  const events = document.events.filter(({ eventTimeMs }) => isPossible(eventTimeMs));
  const log = document.log.filter(({ timeMs }) => isPossible(timeMs));
  const errors = document.errors.filter(({ timeMs }) => isPossible(timeMs));
  const slices = [...drawStates(events), ...drawTimedActions(events)];
  const drawn = new Set(slices.map(({ facts }) => facts.seq));
  const entries = [
    ...slices,
    ...events.filter(({ seq }) => !drawn.has(seq)).map(drawEvent),
    ...drawPlaybacks(events),
    ...drawCost(events),
    ...log.map(drawLogEntry),
    ...errors.map(drawError),
    ...drawDeliveries(events),
    ...drawGaps(events),
  ];
  const counted = document.events.length + document.log.length + document.errors.length;
  return {
    entries: entries.sort(byStart),
    leftOut: counted - events.length - log.length - errors.length,
  };
}

/** @returns which times can belong to the same session: those near the middle one */
function createReach(times: readonly number[]) {
  const middle = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  return { isPossible: (ms: number) => Math.abs(ms - middle) <= sessionTraceLimits.reachMs };
}

const lengthOf = ({ startMs, endMs }: TraceEntry) => (endMs ?? startMs) - startMs;

function byStart(one: TraceEntry, other: TraceEntry): number {
  return one.startMs - other.startMs || lengthOf(other) - lengthOf(one);
}

/** Tracks of event names. Playback statistics are the player's too; all others are the page's. */
const tracks = new Map<string, TraceTrack>([
  ['host_command', 'Host commands'],
  ['playback_state', 'Player'],
  ['quality_change', 'Player'],
  ['player_error', 'Player'],
  ['autoplay_blocked', 'Player'],
  ['latency', 'Timed actions'],
  ['latency_summary', 'Timed actions'],
]);

/** The field that says most about an event. */
const labelFields = new Map([
  ['host_command', 'func'],
  ['viewer_action', 'action'],
  ['visibility_change', 'state'],
  ['quality_change', 'height'],
  ['player_error', 'name'],
  ['config_error', 'code'],
  ['location', 'outcome'],
  ['latency', 'action'],
  ['visual_element.screen', 'screen'],
  ['visual_element.gesture', 'element'],
]);

function drawEvent({ name, payload, seq, eventTimeMs, context }: DocumentEvent): TraceEntry {
  // The visitor's id stays out of a file that an operator may pass on.
  const { lastActivityMs, sequence } = context;
  return {
    track: tracks.get(name) ?? (name.startsWith('video_stats') ? 'Player' : 'Page'),
    name: labelled(name, payload[labelFields.get(name) ?? '']),
    startMs: eventTimeMs,
    endMs: null,
    facts: { ...payload, lastActivityMs, sequence, seq },
  };
}

function drawLogEntry({ kind, timeMs, fields, n }: StoredDocument['log'][number]): TraceEntry {
  return { track: 'Services', name: kind, startMs: timeMs, endMs: null, facts: { n, ...fields } };
}

function drawError({ timeMs, error }: StoredDocument['errors'][number]): TraceEntry {
  const { type, message, source, level, stack, line, params, fingerprint, count } = error;
  return {
    track: source.startsWith('worker') ? 'Services' : 'Page',
    name: labelled(type, message),
    startMs: timeMs,
    endMs: null,
    facts: { message, stack, source, level, line, params, fingerprint, count },
  };
}
