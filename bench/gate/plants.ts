import { filmPaths } from '../players/film.ts';
import { throttling } from '../players/measure-load.ts';
import type { Session } from '../support/devtools.ts';

const taskMs = 30;

/**
 * The scripts of `--plant`, each of which makes ours worse, to see that the gate notices. They run
 * in the frame before its own.
 */
const plants = {
  /** As long at full speed; the bench slows the thread down. */
  task: `addEventListener('load', () => setTimeout(() => {
    for (const end = performance.now() + ${taskMs * throttling}; performance.now() < end; );
  }));`,
  bytes: fetching(20_000),
  request: fetching(1),
} as const;

export type PlantName = keyof typeof plants;
export const plantNames = Object.keys(plants) as readonly PlantName[];
export const isPlantName = (name: string): name is PlantName => Object.hasOwn(plants, name);

export function plantOf(name: PlantName): (frame: Session) => Promise<void> {
  return async (frame) =>
    void (await frame.send('Page.addScriptToEvaluateOnNewDocument', { source: plants[name] }));
}

/** @returns a script that fetches this number of bytes of the film */
function fetching(bytes: number): string {
  const headers = JSON.stringify({ range: `bytes=0-${bytes - 1}` });
  return `addEventListener('load', () => fetch('${filmPaths.mp4.src}', { headers: ${headers}, cache: 'no-store' }));`;
}
