import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second (`USER_HZ`), whatever its clock rate. */
const ticksPerSecond = 100;

interface ProcessTimes {
  parent: number;
  /** Seconds, including its ended children. */
  cpu: number;
}

/** @returns `null` if the process has ended */
function readTimes(pid: number): ProcessTimes | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in brackets and may contain any character. After it: state, parent, …; proc(5).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
    return { parent: Number(fields[1]), cpu: ticks / ticksPerSecond };
  } catch {
    return null;
  }
}

/** @returns seconds of CPU time that these processes and their children have used so far */
export function processorSeconds(pids: readonly number[]): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const wanted = new Set(pids);
  return all.reduce((sum, name) => {
    const times = readTimes(Number(name));
    const isWanted = times !== null && (wanted.has(Number(name)) || wanted.has(times.parent));
    return isWanted ? sum + times.cpu : sum;
  }, 0);
}
