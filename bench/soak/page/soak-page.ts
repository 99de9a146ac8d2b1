import { startServerProcess } from '../../../e2e/support/server-process.ts';
import { judgeMeasures, type MeasureTrend } from '../judge-measures.ts';
import { type Accounts, accountingProblem, checkAccounts } from './check-accounts.ts';
import { pageMeasures } from './measures.ts';
import { openScene } from './open-scene.ts';
import { type Holdings, readHoldings } from './read-holdings.ts';
import { runCycle } from './run-cycle.ts';

export interface SoakPageOptions {
  minutes: number;
  isLeakPlanted: boolean;
}

export interface CycleRow extends Holdings {
  cycle: number;
  /** Since the start. */
  seconds: number;
  isKept: boolean;
}

export interface PageSoak {
  browser: string;
  minutes: number;
  cycles: CycleRow[];
  trends: MeasureTrend[];
  accounts: Accounts;
  /** Console output. */
  noise: string[];
  /** A sentence for each problem; empty if the soak passed. */
  problems: string[];
}

export async function soakPage({ minutes, isLeakPlanted }: SoakPageOptions): Promise<PageSoak> {
  const server = await startServerProcess();
  const scene = await openScene(server, isLeakPlanted).catch(async (error) => {
    await server.dispose();
    throw error;
  });
  try {
    const cycles: CycleRow[] = [];
    const problems: string[] = [];
    const startMs = performance.now();
    const seconds = () => (performance.now() - startMs) / 1_000;
    let nextNote = 0;
    while (seconds() < minutes * 60) {
      const cycle = cycles.length;
      const done = await runCycle(scene, cycle, nextNote).catch((error) => {
        throw new Error(`Cycle ${cycle + 1}: ${error.message}`, { cause: error });
      });
      nextNote = done.nextNote;
      const row = {
        cycle,
        seconds: seconds(),
        isKept: done.isKept,
        ...(await readHoldings(scene)),
      };
      cycles.push(row);
      const problem = accountingProblem(row.accounting);
      if (problem !== null) problems.push(`Cycle ${cycle + 1}: ${problem}`);
      console.log(lineOf(row, minutes));
    }
    const accounts = await checkAccounts(server, nextNote);
    const trends = judgeMeasures(pageMeasures, cycles);
    problems.push(...accounts.problems, ...scene.noise.map((line) => `On the console: ${line}`));
    for (const { measure, verdict } of trends)
      if (verdict === 'grows') problems.push(`It grows: ${measure.title}.`);
    return {
      browser: scene.browser,
      minutes,
      cycles,
      trends,
      accounts,
      noise: scene.noise,
      problems,
    };
  } finally {
    await scene.close();
    await server.dispose();
  }
}

function lineOf({ cycle, seconds, isKept, values, accounting }: CycleRow, minutes: number): string {
  const mb = (bytes: number | undefined) => `${((bytes ?? Number.NaN) / 1e6).toFixed(2)} MB`;
  const clock = `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')} of ${minutes}:00`;
  return [
    `cycle ${cycle + 1}, ${clock}`,
    `heaps: page ${mb(values.pageHeap)}, services ${mb(values.servicesHeap)}, media ${mb(values.mediaHeap)}`,
    `${values.pageListeners} listeners, ${values.pageNodes} nodes, ${values.pageTimers} + ${values.servicesTimers} timers`,
    `${accounting.created} events${isKept ? '' : ', page not kept'}`,
  ].join(' | ');
}
