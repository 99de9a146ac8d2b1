import { fileStamp } from '../file-stamp.ts';
import { liveStreamLimits } from '../live/live-stream-limits.ts';

interface Watch {
  /** Ends of the waits, with the stamp that each knows. */
  waiting: Map<() => void, string>;
  timer: NodeJS.Timeout;
}

/** Files whose next version requests wait for. One timer a file serves all of its requests. */
const watches = new Map<string, Watch>();

/**
 * Resolves when a file no longer has this stamp, or when aborted. It looks at the file at
 * intervals, because `fs.watch` misses changes on network disks.
 */
export function onceChanged(file: string, stamp: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const watch = watches.get(file) ?? startWatch(file);
    const end = () => {
      signal.removeEventListener('abort', end);
      watch.waiting.delete(end);
      if (watch.waiting.size === 0) {
        clearInterval(watch.timer);
        watches.delete(file);
      }
      resolve();
    };
    watch.waiting.set(end, stamp);
    signal.addEventListener('abort', end);
  });
}

function startWatch(file: string): Watch {
  const waiting: Watch['waiting'] = new Map();
  const timer = setInterval(async () => {
    const now = await fileStamp(file);
    for (const [end, stamp] of [...waiting]) if (stamp !== now) end();
  }, liveStreamLimits.lookEveryMs);
  const watch = { waiting, timer };
  watches.set(file, watch);
  return watch;
}
