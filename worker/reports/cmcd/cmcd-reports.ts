import { cmcdLimits } from '../../../shared/limits/cmcd-limits.ts';
import type { CmcdReading } from '../../../shared/telemetry/playback-report.ts';
import type { CmcdValue } from './serialize-cmcd.ts';

/** One report's keys in event mode, before serialization. */
export type CmcdReport = Record<string, CmcdValue | null>;

/** State carried from one report of a playback to the next. */
export interface CmcdSession {
  readonly cpn: string;
  /** For the next report. CTA-5004-B restarts the sequence with each session id. */
  readonly sequence: number;
  readonly state: string | null;
  readonly bitrate: number;
  readonly playbackRate: number;
  readonly errorName: string | null;
  readonly isStartReported: boolean;
  /** When the current rebuffering began; `null` while not rebuffering. */
  readonly starvedMs: number | null;
  /** Whether it has rebuffered since the last report. */
  readonly isStarved: boolean;
  /** Durations in milliseconds of the stalls that ended since the last report. */
  readonly starvations: readonly number[];
}

export function startCmcdSession(cpn: string): CmcdSession {
  return {
    cpn,
    sequence: 0,
    state: null,
    bitrate: 0,
    playbackRate: 1,
    errorName: null,
    isStartReported: false,
    starvedMs: null,
    isStarved: false,
    starvations: [],
  };
}

/**
 * The reports due after a reading of the player, by CTA-5004-B ("CMCD version 2", event mode):
 * - `ps`: the play state changed
 * - `e`: an error
 * - `bc`: the bitrate changed
 * - `pr`: the playback rate changed
 * - `t`: the interval has passed
 *
 * Nothing is reported until playback is requested.
 */
export function nextCmcdReports(
  before: CmcdSession,
  reading: CmcdReading,
): { session: CmcdSession; reports: CmcdReport[] } {
  const state = playState(reading, before.state);
  if (state === null) return { session: before, reports: [] };
  const known = reading.cpn === before.cpn ? before : startCmcdSession(reading.cpn);
  const events: string[] = [];
  if (reading.errorName !== null && reading.errorName !== known.errorName) events.push('e');
  if (state !== known.state) events.push('ps');
  if (known.bitrate > 0 && reading.bitrate > 0 && reading.bitrate !== known.bitrate)
    events.push('bc');
  if (known.state !== null && reading.playbackRate !== known.playbackRate) events.push('pr');
  if (reading.isInterval) events.push('t');

  let session = noteStarvation(known, state, reading.atMs);
  const reports: CmcdReport[] = [];
  for (const event of events) {
    const isStart = !session.isStartReported && reading.startMs !== null;
    reports.push(toReport(event, state, reading, session, isStart));
    session = {
      ...session,
      sequence: session.sequence + 1,
      isStartReported: session.isStartReported || isStart,
      isStarved: session.starvedMs !== null,
      starvations: [],
    };
  }
  const { bitrate, playbackRate, errorName } = reading;
  session = { ...session, state, bitrate: bitrate || session.bitrate, playbackRate, errorName };
  return { session, reports };
}

function noteStarvation(session: CmcdSession, state: string, atMs: number): CmcdSession {
  if (state === 'r') return { ...session, starvedMs: session.starvedMs ?? atMs, isStarved: true };
  if (session.starvedMs === null) return session;
  const starvations = [...session.starvations, Math.max(0, atMs - session.starvedMs)];
  return { ...session, starvedMs: null, starvations };
}

/** @returns a token of the key `sta`; `null` before playback is requested */
function playState(reading: CmcdReading, before: string | null): string | null {
  if (reading.errorName !== null) return 'f';
  if (reading.hasEnded) return 'e';
  if (reading.isQuit) return before === null || before === 'f' || before === 'e' ? before : 'q';
  const tokens = { starting: 's', watching: 'p', seeking: 'k', rebuffering: 'r' } as const;
  if (reading.phase !== 'idle') return tokens[reading.phase];
  return before === null ? null : 'a';
}

function toReport(
  event: string,
  state: string,
  reading: CmcdReading,
  session: CmcdSession,
  isStart: boolean,
): CmcdReport {
  const integer = (value: number): CmcdValue => ({ type: 'integer', value });
  const string = (value: string): CmcdValue => ({ type: 'string', value });
  const token = (value: string): CmcdValue => ({ type: 'token', value });
  const flag = (value: boolean): CmcdValue => ({ type: 'boolean', value });
  const isStill = state === 'a' || state === 'e' || state === 'f' || state === 'q';
  const rate = isStill ? 0 : reading.playbackRate;
  // HLS declares a rendition's bitrate including audio; DASH declares it without.
  const object = reading.engine === 'rx-player' ? 'v' : 'av';
  return {
    bg: flag(!reading.isVisible),
    bl: { type: 'numbers', value: [{ value: roundTo100(reading.bufferMs) }] },
    br:
      reading.bitrate > 0
        ? { type: 'numbers', value: [{ value: reading.bitrate / 1_000, object }] }
        : null,
    bs: flag(session.isStarved),
    bsd:
      session.starvations.length > 0
        ? { type: 'numbers', value: session.starvations.map((value) => ({ value })) }
        : null,
    cid: string(reading.videoId.slice(0, cmcdLimits.contentIdMaxChars)),
    e: token(event),
    ec: event === 'e' ? { type: 'strings', value: [reading.errorName ?? ''] } : null,
    msd: isStart ? integer(reading.startMs ?? 0) : null,
    pr: rate !== 1 || event === 'pr' ? { type: 'decimal', value: rate } : null,
    pt: integer(reading.positionMs),
    sf: token(streamingFormat(reading.engine)),
    sid: string(reading.cpn),
    sn: integer(session.sequence),
    st: token(reading.isLive ? 'l' : 'v'),
    sta: token(state),
    ts: integer(reading.atMs),
    v: integer(2),
  };
}

function streamingFormat(engine: string | null): string {
  if (engine?.startsWith('hls.js')) return 'h';
  return engine === 'rx-player' ? 'd' : 'o';
}

function roundTo100(ms: number): number {
  return Math.round(ms / 100) * 100;
}
