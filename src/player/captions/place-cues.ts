import { captionLimits } from '../../../shared/limits/playing-limits.ts';

/** The WebVTT settings of a cue, named as in `VTTCue`. */
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

/** As in `VTTRegion`, which some browsers lack. All in percent. */
interface CueRegion {
  width: number;
  viewportAnchorX: number;
  viewportAnchorY: number;
  regionAnchorX: number;
}

/** Cues stacked in reading order. All in percent of the picture. */
export interface CueStack<Cue> {
  /**
   * 0 is the top (left in vertical writing), 100 the bottom (right). In between, this percentage of
   * the stack lies before that point.
   */
  at: number;
  /** Along the line: from the left, or from the top in vertical writing. */
  start: number;
  size: number;
  align: string;
  vertical: string;
  cues: Cue[];
}

interface Place extends Omit<CueStack<never>, 'cues'> {
  /** Newer cues go below the existing ones, not above them. */
  isRolling: boolean;
}

/** Number of lines that fit the picture's height. */
const linesCount = 15;

/** Cues of one column closer than this would overlap, so they share a stack. Percent. */
const stackWithin = 12;

/**
 * Places the cues of one moment. Follows WebVTT's rules closely, but keeps every cue inside the
 * picture and free of overlaps.
 * @param cues in the order of their track; cues over the limit are left out
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

/**
 * Where cues share a place at the bottom, the first stays and the next goes above it, so that
 * nothing jumps.
 */
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
  // Vertical writing starts at the side where reading begins.
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
