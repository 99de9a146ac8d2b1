import { captionLimits } from '../../shared/playing-limits.ts';

/** Where a cue says that it stands: the settings of WebVTT, as `VTTCue` has them. */
export interface CueSettings {
  vertical: string;
  snapToLines: boolean;
  line: number | 'auto';
  position: number | 'auto';
  positionAlign: string;
  size: number;
  align: string;
  region: CueRegion | null;
}

/** As `VTTRegion`, where browsers have it. All percent. */
interface CueRegion {
  width: number;
  viewportAnchorX: number;
  viewportAnchorY: number;
  regionAnchorX: number;
}

/** Cues that stand one below the other, in reading order. Percent of the picture. */
export interface CueStack<Cue> {
  /** 0 is at the top (of vertical writing: at the left), 100 at the bottom; in between, so much of the stack stands before it. */
  at: number;
  /** Along the line: from the left, or of vertical writing from the top. */
  start: number;
  size: number;
  align: string;
  vertical: string;
  cues: Cue[];
}

interface Place extends Omit<CueStack<never>, 'cues'> {
  /** Newer cues come below the ones that are there, and not above them. */
  isRolling: boolean;
}

/** Lines that the picture's height has room for. */
const linesCount = 15;

/** Cues of one column that stand closer than this would cover each other, and share a stack. Percent. */
const stackWithin = 12;

/**
 * Where the cues of a moment stand. Close to the rules of WebVTT, but nothing ever leaves the picture, and cues do not cover each other.
 * @param cues in the order of their track; more than can be read at once are left out
 */
export function placeCues<Cue extends CueSettings>(cues: readonly Cue[]): CueStack<Cue>[] {
  const stacks: CueStack<Cue>[] = [];
  const placed = cues
    .slice(0, captionLimits.shownCuesCount)
    .map((cue, index) => ({ cue, index, place: placeOf(cue) }))
    .sort((a, b) => a.place.at - b.place.at || inOrder(a, b));
  for (const { cue, place } of placed) {
    const { isRolling: _, ...own } = place;
    const near = stacks.find(
      (stack) => isSameColumn(stack, place) && Math.abs(stack.at - place.at) < stackWithin,
    );
    if (near === undefined) stacks.push({ ...own, cues: [cue] });
    else {
      near.cues.push(cue);
      // A stack near the bottom grows upwards.
      if (place.at > 50) near.at = place.at;
    }
  }
  return stacks;
}

/** Of cues at one place, at the bottom, the first stays where it was and the next stands above it: nothing jumps. */
function inOrder(a: { index: number; place: Place }, b: { index: number; place: Place }): number {
  const isGrowingUp = a.place.at > 50 && !a.place.isRolling;
  return isGrowingUp ? b.index - a.index : a.index - b.index;
}

function isSameColumn(stack: Omit<CueStack<never>, 'cues'>, place: Place): boolean {
  const { start, size, vertical } = stack;
  return start === place.start && size === place.size && vertical === place.vertical;
}

function placeOf(cue: CueSettings): Place {
  const { region, vertical, align } = cue;
  if (region !== null) {
    const start = region.viewportAnchorX - (region.regionAnchorX * region.width) / 100;
    const size = within(region.width);
    const place = { start: Math.min(within(start), 100 - size), size, align, vertical: '' };
    return { ...place, at: within(region.viewportAnchorY), isRolling: true };
  }
  return { at: lineOf(cue), ...lineBox(cue), align, vertical, isRolling: false };
}

function lineOf({ line, snapToLines, vertical }: CueSettings): number {
  // The first line of vertical writing stands at the side on which one begins to read.
  const first = vertical === 'rl' ? 100 : 0;
  if (line === 'auto') return vertical === '' ? 100 : first;
  const percent = !snapToLines
    ? line
    : line >= 0
      ? (line * 100) / linesCount
      : 100 + ((line + 1) * 100) / linesCount;
  return within(vertical === 'rl' ? 100 - percent : percent);
}

function lineBox({ position, positionAlign, size: wanted, align }: CueSettings): {
  start: number;
  size: number;
} {
  const size = within(wanted);
  const isLeft = align === 'left' || align === 'start';
  const isRight = align === 'right' || align === 'end';
  if (position === 'auto')
    return { start: isLeft ? 0 : isRight ? 100 - size : (100 - size) / 2, size };
  const at = within(position);
  const from =
    positionAlign === 'auto'
      ? isLeft
        ? 'line-left'
        : isRight
          ? 'line-right'
          : 'center'
      : positionAlign;
  if (from === 'line-left') return { start: at, size: Math.min(size, 100 - at) };
  if (from === 'line-right') return { start: at - Math.min(size, at), size: Math.min(size, at) };
  const most = Math.min(size, 2 * Math.min(at, 100 - at));
  return { start: at - most / 2, size: most };
}

function within(percent: number): number {
  return Math.min(100, Math.max(0, percent));
}
