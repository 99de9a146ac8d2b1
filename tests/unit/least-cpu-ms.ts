/**
 * The duration of a job for comparisons: in CPU time, because wall time includes other processes on
 * the core.
 * @param rounds of which the shortest counts
 * @returns milliseconds
 */
export function leastCpuMs(rounds: number, job: () => unknown): number {
  const times = Array.from({ length: rounds }, () => {
    const before = process.threadCpuUsage();
    job();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}
