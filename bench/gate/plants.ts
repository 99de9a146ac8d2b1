import { filmPaths } from '../players/film.ts';
import type { Session } from '../support/devtools.ts';

const taskMs = 30;

/**
 * The scripts of `--plant`, each of which makes ours worse, to see that the gate notices. They run
 * in the frame before its own.
 */
const plants = {
  task: () => `addEventListener('load', () => setTimeout(${work}, 0, ${turnsIn(taskMs)}));`,
  bytes: () => fetching(20_000),
  request: () => fetching(1),
} as const;

export type PlantName = keyof typeof plants;
export const plantNames = Object.keys(plants) as readonly PlantName[];
export const isPlantName = (name: string): name is PlantName => Object.hasOwn(plants, name);

export function plantOf(name: PlantName): (frame: Session) => Promise<void> {
  return async (frame) =>
    void (await frame.send('Page.addScriptToEvaluateOnNewDocument', { source: plants[name]() }));
}

/** @returns a script that fetches this number of bytes of the film */
function fetching(bytes: number): string {
  const headers = JSON.stringify({ range: `bytes=0-${bytes - 1}` });
  return `addEventListener('load', () => fetch('${filmPaths.mp4.src}', { headers: ${headers}, cache: 'no-store' }));`;
}

/** Runs in the page too. */
function work(turns: number): number {
  let value = 0;
  for (let turn = 0; turn < turns; turn += 1) value = (value * 31 + turn) | 0;
  return value;
}

/**
 * @returns turns of `work` that take this processor time at full speed. A loop that looks at the
 *   clock would end sooner where other programs take the processor.
 */
function turnsIn(ms: number): number {
  const turns = 20_000_000;
  work(turns);
  const { user, system } = process.cpuUsage();
  work(turns);
  const used = process.cpuUsage({ user, system });
  return Math.round((turns * ms) / ((used.user + used.system) / 1_000));
}
