/** Where a page's video is; seconds, `nowMs` by the page's clock. */
export interface Position {
  nowMs: number;
  currentSec: number;
  /** Played so far, each part of the film as often as it was played in one piece. */
  playedSec: number;
  /** End of what can be reached. */
  endSec: number;
}

declare global {
  interface Window {
    benchPosition: () => Position | null;
    /** Blocks the thread again and again, until the returned function is called. */
    benchBlock: (busyMs: number, freeMs: number) => void;
    benchUnblock: () => void;
  }
}

/** Runs in the page, so it must not use outer variables. */
export function watchPosition(): void {
  const find = (root: Document | ShadowRoot): HTMLVideoElement | null => {
    for (const element of root.querySelectorAll('*')) {
      if (element instanceof HTMLVideoElement) return element;
      const inner = element.shadowRoot === null ? null : find(element.shadowRoot);
      if (inner !== null) return inner;
    }
    return null;
  };
  const end = (ranges: TimeRanges) => (ranges.length === 0 ? 0 : ranges.end(ranges.length - 1));
  window.benchPosition = () => {
    const video = find(document);
    if (video === null) return null;
    const { played, seekable, currentTime: currentSec } = video;
    let playedSec = 0;
    for (let index = 0; index < played.length; index += 1)
      playedSec += played.end(index) - played.start(index);
    return { nowMs: performance.now(), currentSec, playedSec, endSec: end(seekable) };
  };
  let isBlocking = false;
  window.benchBlock = (busyMs, freeMs) => {
    isBlocking = true;
    const turn = () => {
      if (!isBlocking) return;
      for (const untilMs = performance.now() + busyMs; performance.now() < untilMs; );
      setTimeout(turn, freeMs);
    };
    setTimeout(turn);
  };
  window.benchUnblock = () => {
    isBlocking = false;
  };
}
