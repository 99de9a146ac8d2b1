import type { PlayerState, TimeRange } from '../../player/state/player-state.ts';

/** @returns the seekable range in seconds: the whole video, or the window of a live stream */
export function seekWindow({
  isLive,
  seekable,
  duration,
}: Pick<PlayerState, 'isLive' | 'seekable' | 'duration'>): TimeRange {
  return isLive && seekable !== null ? seekable : { start: 0, end: duration };
}

/** @returns position of a moment on the bar: 0 to 1; 0 if nothing is seekable */
export function shareOf({ start, end }: TimeRange, seconds: number): number {
  return end > start ? Math.min(1, Math.max(0, (seconds - start) / (end - start))) : 0;
}

/** @returns a CSS image for the bar: coloured where media is loaded, transparent elsewhere */
export function loadedPicture(ranges: readonly TimeRange[], shown: TimeRange): string {
  const percent = (seconds: number) => `${+(shareOf(shown, seconds) * 100).toFixed(2)}%`;
  const stops = ranges.map(({ start, end }) => {
    const [from, to] = [percent(start), percent(end)];
    return `#0000 ${from},var(--loaded) ${from} ${to},#0000 ${to}`;
  });
  return stops.length > 0 ? `linear-gradient(90deg,${stops.join()})` : 'none';
}
