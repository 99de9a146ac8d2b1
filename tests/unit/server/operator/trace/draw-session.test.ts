import { expect, test } from 'vitest';
import { drawSession } from '../../../../../server/operator/trace/draw-session.ts';
import { sessionTraceLimits } from '../../../../../server/operator/trace/session-trace-limits.ts';
import type { TraceEntry } from '../../../../../server/operator/trace/trace-entry.ts';
import type { StoredDocument } from '../../../../../server/store/stored-document.ts';
import { eventAt, sessionOf, startMs } from './session-document.ts';

/** Track, name, beginning and end after the session's start. */
const brief = ({ track, name, startMs: from, endMs }: TraceEntry) =>
  [track, name, from - startMs, endMs === null ? null : endMs - startMs] as const;

function entriesOf(document: StoredDocument, track?: TraceEntry['track']) {
  const { entries } = drawSession(document);
  return entries.filter((entry) => track === undefined || entry.track === track).map(brief);
}

const entryOfLog = {
  row: 1,
  sid: 'sid',
  receivedMs: startMs,
  droppedCount: 0,
  context: eventAt(1, 0, '').context,
};

test('host commands, the player’s states and the page’s visibility are on their tracks; a state lasts until the next one', () => {
  const session = sessionOf([
    eventAt(1, 0, 'embed_loaded', { videoId: 'v' }),
    eventAt(2, 10, 'host_command', { func: 'playVideo' }),
    eventAt(3, 20, 'playback_state', { state: 3 }),
    eventAt(4, 50, 'playback_state', { state: 1 }),
    eventAt(5, 60, 'visibility_change', { state: 'visible', previous: 'unknown' }),
    eventAt(6, 200, 'viewer_action', { action: 'pause' }),
    eventAt(7, 201, 'playback_state', { state: 2 }),
    eventAt(8, 300, 'player_error', { name: 'net.timeout' }),
  ]);
  expect(entriesOf(session, 'Host commands')).toEqual([
    ['Host commands', 'host_command: playVideo', 10, null],
  ]);
  expect(entriesOf(session, 'Player')).toEqual([
    ['Player', 'buffering', 20, 50],
    ['Player', 'playing', 50, 201],
    ['Player', 'paused', 201, 300],
    ['Player', 'player_error: net.timeout', 300, null],
  ]);
  expect(entriesOf(session, 'Page')).toEqual([
    ['Page', 'embed_loaded', 0, null],
    ['Page', 'visible', 60, 300],
    ['Page', 'viewer_action: pause', 200, null],
  ]);
});

test('a playback lasts from its first to its last event, also those that only name it as their group', () => {
  const context = { ...eventAt(1, 0, '').context, sequence: { index: 0, groupKey: 'cpn' } };
  const session = sessionOf([
    eventAt(1, 0, 'playback_state', { state: 1 }, { context }),
    eventAt(2, 40, 'video_stats.playback', { cpn: 'cpn', videoId: 'v' }),
    eventAt(3, 90, 'video_stats.qoe', { cpn: 'cpn', videoId: 'v' }),
    eventAt(4, 95, 'video_stats.playback', { cpn: 'next', videoId: 'w' }),
  ]);
  expect(entriesOf(session, 'Player')).toEqual(
    expect.arrayContaining([
      ['Player', 'playback: v', 0, 90],
      ['Player', 'playback: w', 95, 95],
    ]),
  );
});

test('a timed action is a slice with its parts; its moments count from the opening of the page', () => {
  const ticks = { open: 0, script: 30, asked: 50, services_ready: 80, first_frame: 120 };
  const session = sessionOf([
    eventAt(1, 40, 'embed_loaded', { sinceOpenMs: 40 }),
    // Logged long after its last moment.
    eventAt(2, 900, 'latency', { action: 'startup', ticks }),
  ]);
  expect(entriesOf(session, 'Timed actions')).toEqual([
    ['Timed actions', 'startup', 0, 120],
    ['Timed actions', 'until script', 0, 30],
    ['Timed actions', 'until asked', 30, 50],
    ['Timed actions', 'until services_ready', 50, 80],
    ['Timed actions', 'until first_frame', 80, 120],
  ]);
  expect(entriesOf(session, 'Services')).toEqual([['Services', 'services_ready', 80, null]]);
  expect(entriesOf(session, 'Page')).toContainEqual(['Page', 'script', 30, null]);
});

test('without the moment of opening, timed actions end when the earliest of them was logged', () => {
  const session = sessionOf([
    eventAt(1, 130, 'latency', { action: 'first_frame', ticks: { asked: 20, first_frame: 100 } }),
    eventAt(2, 400, 'latency', { action: 'seek', ticks: { asked: 300, seeked: 350 } }),
  ]);
  expect(entriesOf(session, 'Timed actions')).toEqual([
    ['Timed actions', 'first_frame', 50, 130],
    ['Timed actions', 'until first_frame', 50, 130],
    ['Timed actions', 'seek', 330, 380],
    ['Timed actions', 'until seeked', 330, 380],
  ]);
});

test('a batch lasts from its oldest event to its arrival, and says how long that took', () => {
  const receivedMs = startMs + 900;
  const session = sessionOf([
    eventAt(1, 0, 'a', {}, { receivedMs }),
    eventAt(2, 300, 'b', {}, { receivedMs }),
    eventAt(3, 300, 'c', {}, { receivedMs, endpoint: 'video_stats' }),
  ]);
  expect(entriesOf(session, 'Network')).toEqual([
    ['Network', '2 events', 0, 900],
    ['Network', '1 event', 300, 900],
  ]);
  const [batch] = drawSession(session).entries.filter(({ track }) => track === 'Network');
  expect(batch?.facts).toMatchObject({ waitedMs: 900, seqs: [1, 2], shiftedMs: 0 });
});

test('the arrivals at a server whose clock is late are shifted, so that no event arrives before it happened', () => {
  const session = sessionOf([
    eventAt(1, 0, 'a', {}, { receivedMs: startMs - 60_000, clientEventId: '1' }),
    eventAt(2, 100, 'b', {}, { receivedMs: startMs - 59_950, clientEventId: '2' }),
  ]);
  expect(entriesOf(session, 'Network')).toEqual([
    ['Network', '1 event', 0, 50],
    ['Network', '1 event', 100, 100],
  ]);
});

test('events that arrive a day later do not stretch the time line', () => {
  const dayMs = 86_400_000;
  const session = sessionOf([eventAt(1, 0, 'a', {}, { receivedMs: startMs + dayMs })]);
  expect(entriesOf(session, 'Network')).toEqual([
    ['Network', '1 event', 0, sessionTraceLimits.lateMs],
  ]);
  const [batch] = drawSession(session).entries.filter(({ track }) => track === 'Network');
  expect(batch?.facts.waitedMs).toBe(dayMs);
});

test('an incomplete session shows which numbers have no event, between the events next to them', () => {
  const session = sessionOf([eventAt(1, 0, 'a'), eventAt(5, 40, 'b'), eventAt(7, 60, 'c')]);
  expect(entriesOf(session, 'Network')).toEqual(
    expect.arrayContaining([
      ['Network', 'no events 2 to 4', 0, 40],
      ['Network', 'no event 6', 40, 60],
    ]),
  );
});

test('entries of the provider’s log and errors are on the track of their thread, with the stack', () => {
  const error = {
    row: 1,
    fingerprint: 'f',
    count: 3,
    firstReceivedMs: 0,
    lastReceivedMs: 0,
    lastSid: 'sid',
    source: 'page',
    level: 'ERROR',
    type: 'TypeError',
    message: 'no levels',
    line: 1,
    stack: 'at play (src/player.ts:1:2)',
    clientName: '',
    clientVersion: '',
    params: {},
  };
  const session = sessionOf([eventAt(1, 0, 'a')], {
    log: [{ ...entryOfLog, n: 1, kind: 'storage_opened', timeMs: startMs + 5, fields: { a: 1 } }],
    errors: [
      { timeMs: startMs + 7, receivedMs: startMs, error },
      { timeMs: startMs + 8, receivedMs: startMs, error: { ...error, source: 'worker_rejection' } },
    ],
  });
  expect(entriesOf(session, 'Services')).toEqual([
    ['Services', 'storage_opened', 5, null],
    ['Services', 'TypeError: no levels', 8, null],
  ]);
  const drawn = drawSession(session).entries.find(({ name }) => name === 'TypeError: no levels');
  expect(drawn).toMatchObject({ track: 'Page', facts: { stack: 'at play (src/player.ts:1:2)' } });
});

test('an event far from the others in time is left out and counted', () => {
  const session = sessionOf([
    eventAt(1, 0, 'a'),
    eventAt(2, 10, 'b'),
    eventAt(3, 20, 'c', {}, { eventTimeMs: 0 }),
    eventAt(4, 30, 'd', {}, { eventTimeMs: Number.MAX_VALUE }),
    eventAt(5, 40, 'e'),
  ]);
  const { entries, leftOut } = drawSession(session);
  expect(leftOut).toBe(2);
  expect(entries.map(({ name }) => name)).not.toContain('c');
  expect(entries.every((entry) => Math.abs(entry.startMs - startMs) < 1_000)).toBe(true);
});

test.each([
  ['latency', { action: 'startup', ticks: { open: -1, first_frame: 1 } }],
  ['latency', { action: 'startup', ticks: { open: 1e300 } }],
  ['latency', { action: 5, ticks: {} }],
  ['latency', { action: 'startup', ticks: 'soon' }],
  [
    'latency',
    {
      action: 'startup',
      ticks: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`t${n}`, n])),
    },
  ],
  ['playback_state', { state: 77 }],
  ['playback_state', { state: { toString: 1 } }],
  ['visibility_change', {}],
  ['host_command', { func: ['playVideo'] }],
  ['embed_loaded', { sinceOpenMs: 'long ago' }],
  ['video_stats.playback', { cpn: { toString: 1 } }],
  ['toString', { constructor: null, seq: 1 }],
])('an invented %s with %j is a moment with its facts', (name, payload) => {
  const session = sessionOf([eventAt(2, 10, name, payload)]);
  const [entry, ...more] = drawSession(session).entries.filter(({ track }) => track !== 'Network');
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ startMs: startMs + 10, endMs: null });
  expect(entry?.name).toMatch(new RegExp(`^${name}`));
  expect(entry?.facts).toMatchObject({ ...payload, seq: 2 });
});

test('labels are short, and facts have the whole text', () => {
  const func = 'x'.repeat(5_000);
  const [entry] = drawSession(sessionOf([eventAt(1, 0, 'host_command', { func })])).entries.filter(
    ({ track }) => track === 'Host commands',
  );
  expect(entry?.name).toHaveLength(sessionTraceLimits.labelMaxChars);
  expect(entry?.facts.func).toBe(func);
});

test('no entry names the visitor', () => {
  const session = sessionOf([eventAt(1, 0, 'a'), eventAt(2, 1, 'playback_state', { state: 1 })]);
  expect(JSON.stringify(drawSession(session))).not.toContain('visitor');
});

test('a session without events is an empty trace', () => {
  expect(drawSession(sessionOf([]))).toEqual({ entries: [], leftOut: 0 });
});
