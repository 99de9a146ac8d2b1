import type { Patience } from './probing/patience.ts';

/** The work of a check of the library, from when this was made. */
export interface CheckWork {
  /** A patience whose waits are no work. */
  withWaits(patience: Patience): Patience;
  /** Milliseconds so far. */
  spentMs(): number;
}

export interface WorkClocks {
  nowMs(): number;
  /** Processor time of this process with all its threads. */
  cpuMs(): number;
}

const machineClocks: WorkClocks = {
  nowMs: () => performance.now(),
  cpuMs() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
};

/**
 * Work is processor time: on a busy machine a check lasts long although it takes little from
 * others. It is also at most the elapsed time without waits, because the processor time includes
 * the threads that read files.
 */
export function startCheckWork({ nowMs, cpuMs }: WorkClocks = machineClocks): CheckWork {
  const startMs = nowMs();
  const startCpuMs = cpuMs();
  let waitedMs = 0;
  return {
    withWaits: (patience) => ({
      async wait(coming) {
        const waitStartMs = nowMs();
        const outcome = await patience.wait(coming);
        waitedMs += nowMs() - waitStartMs;
        return outcome;
      },
    }),
    spentMs: () => Math.min(cpuMs() - startCpuMs, nowMs() - startMs - waitedMs),
  };
}
