/** Interval between checks of the threads' CPU time. */
const watchEveryMs = 50;
/** Idle threads end after this time, because a library may not change for weeks. */
const idleMs = 5_000;

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
        watch ??= setInterval(onLook, watchEveryMs);
      } else {
        if (watch !== null) clearInterval(watch);
        watch = null;
        idle ??= setTimeout(onIdle, idleMs).unref();
      }
    },
    stop,
  };
}
