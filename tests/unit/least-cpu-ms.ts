/**
 * How long a job takes, for comparisons: in CPU time, for a clock also counts the time in which other processes have the core.
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
