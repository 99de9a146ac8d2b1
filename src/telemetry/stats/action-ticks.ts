import type { LatencyActionName } from '../../../shared/telemetry/latency-actions.ts';
import type { Tick } from '../../../shared/telemetry/playback-report.ts';
import type { Quality, QualityReading } from './playback-quality.ts';

/** A completed action. */
export interface CompleteAction {
  action: LatencyActionName;
  ticks: Tick[];
}

/** The ticks of each running action; `null` if it is not running. Times as in `QualityReading`. */
export interface OpenActions {
  /** Once per page. */
  readonly startup: readonly Tick[] | null;
  readonly firstFrame: readonly Tick[] | null;
  readonly seek: readonly Tick[] | null;
  readonly rebuffer: readonly Tick[] | null;
}

export const actionsAtOpen: OpenActions = {
  startup: [],
  firstFrame: [],
  seek: null,
  rebuffer: null,
};

/** A new playback starts: unfinished actions of the old one never complete. */
export function actionsOfNewPlayback({ startup }: OpenActions): OpenActions {
  return { startup, firstFrame: [], seek: null, rebuffer: null };
}

/**
 * Records the ticks that a state change causes.
 * @param before quality up to this change
 * @param after quality including this change
 */
export function noteTicks(
  open: OpenActions,
  { state, previous, atMs }: QualityReading,
  before: Quality,
  after: Quality,
): { open: OpenActions; complete: CompleteAction[] } {
  const complete: CompleteAction[] = [];
  const finish = (action: LatencyActionName, ticks: readonly Tick[], name: string) => {
    complete.push({ action, ticks: [...ticks, { name, ms: atMs }] });
    return null;
  };
  let { startup, firstFrame, seek, rebuffer } = open;

  if (startup !== null) {
    if (state.title !== '') startup = noteOnce(startup, 'video_known', atMs);
    if (after.askedMs !== null) startup = noteOnce(startup, 'asked', after.askedMs);
    if (state.hasFirstFrame) startup = finish('startup', startup, 'first_frame');
    else if (state.error !== null) startup = null;
  }
  if (firstFrame !== null) {
    if (state.engine !== null) firstFrame = noteOnce(firstFrame, 'source', atMs);
    if (state.seekable !== null) firstFrame = noteOnce(firstFrame, 'metadata', atMs);
    if (after.hasPlayed) {
      const ticks: Tick[] = after.askedMs === null ? [] : [{ name: 'asked', ms: after.askedMs }];
      firstFrame = finish('first_frame', [...ticks, ...firstFrame], 'first_frame');
    } else if (state.error !== null) firstFrame = null;
  }
  if (after.seekCount > before.seekCount) seek ??= [{ name: 'asked', ms: atMs }];
  if (seek !== null && previous.isSeeking && !state.isSeeking)
    seek = finish('seek', seek, 'seeked');
  if (after.phase === 'rebuffering') rebuffer ??= [{ name: 'stalled', ms: atMs }];
  else if (rebuffer !== null) {
    if (after.phase === 'watching') finish('rebuffer', rebuffer, 'playing');
    // A stall ended by the viewer's seek or pause is not measured.
    rebuffer = null;
  }
  return { open: { startup, firstFrame, seek, rebuffer }, complete };
}

function noteOnce(ticks: readonly Tick[], name: string, atMs: number): readonly Tick[] {
  return ticks.some((known) => known.name === name) ? ticks : [...ticks, { name, ms: atMs }];
}
