/** The kernel counts a running thread's time in ticks of up to 4 ms. */
const leastRoundMs = 20;

/**
 * The duration of a job for comparisons: in CPU time, because wall time includes other processes on
 * the core.
 * @param rounds of which the shortest counts; each repeats a short job
 * @returns milliseconds
 */
export function leastCpuMs(rounds: number, job: () => unknown): number {
  const times = Array.from({ length: rounds }, () => {
    const before = spentMs();
    let count = 0;
    do {
      job();
      count += 1;
    } while (spentMs() - before < leastRoundMs);
    return (spentMs() - before) / count;
  });
  return Math.min(...times);
}

function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
