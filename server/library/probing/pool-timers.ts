import { readingLimits } from '../reading-limits.ts';

/** Looks at the threads while they work, and notices when they have had no work for a while. */
export function createPoolTimers({ onLook, onIdle }: { onLook: () => void; onIdle: () => void }) {
  let watch: NodeJS.Timeout | null = null;
  let idle: NodeJS.Timeout | null = null;

  function stop(): void {
    if (watch !== null) clearInterval(watch);
    if (idle !== null) clearTimeout(idle);
    watch = null;
    idle = null;
  }

  return {
    /** To be called after every change. */
    follow(isBusy: boolean): void {
      if (isBusy) {
        if (idle !== null) clearTimeout(idle);
        idle = null;
        watch ??= setInterval(onLook, readingLimits.cpuEveryMs);
      } else {
        if (watch !== null) clearInterval(watch);
        watch = null;
        idle ??= setTimeout(onIdle, readingLimits.threadIdleMs).unref();
      }
    },
    stop,
  };
}
