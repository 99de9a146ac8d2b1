import type { PlayerState, TimeRange } from '../player/player-state.ts';

/** @returns what can be seeked to, in seconds: the whole of a video, the window of a live stream */
export function seekWindow({
  isLive,
  seekable,
  duration,
}: Pick<PlayerState, 'isLive' | 'seekable' | 'duration'>): TimeRange {
  return isLive && seekable !== null ? seekable : { start: 0, end: duration };
}

/** @returns where on the bar a moment is: 0 to 1; 0 where nothing can be seeked to */
export function shareOf({ start, end }: TimeRange, seconds: number): number {
  return end > start ? Math.min(1, Math.max(0, (seconds - start) / (end - start))) : 0;
}

/** @returns a picture for the bar's background: colour where the media is there, nothing between */
export function loadedPicture(ranges: readonly TimeRange[], shown: TimeRange): string {
  const percent = (seconds: number) => `${+(shareOf(shown, seconds) * 100).toFixed(2)}%`;
  const stops = ranges.map(({ start, end }) => {
    const [from, to] = [percent(start), percent(end)];
    return `#0000 ${from},var(--loaded) ${from} ${to},#0000 ${to}`;
  });
  return stops.length > 0 ? `linear-gradient(90deg,${stops.join()})` : 'none';
}
