import { createFairLine, type FairLineOptions } from './fair-line.ts';

/** What came of waiting: the turn, no room to wait in, or a client that has gone meanwhile. */
export type Admission = 'admitted' | 'full' | 'gone';

/** Bounds how much of something is done at the same time. */
export interface FairSlots {
  /**
   * Waits for a slot, which the caller gives back with `leave` if it was admitted.
   * @param gone ends the waiting
   */
  enter(client: string, gone: AbortSignal): Promise<Admission>;
  leave(): void;
}

export function createFairSlots({
  count,
  ...bounds
}: { count: number } & FairLineOptions): FairSlots {
  const line = createFairLine<() => void>(bounds);
  let takenCount = 0;

  return {
    enter(client, gone) {
      if (gone.aborted) return Promise.resolve('gone');
      if (takenCount < count) {
        takenCount++;
        return Promise.resolve('admitted');
      }
      return new Promise((resolve) => {
        const admit = () => resolve('admitted');
        if (!line.push(client, admit)) return resolve('full');
        // After its admission this changes nothing.
        gone.addEventListener('abort', () => {
          line.remove(client, admit);
          resolve('gone');
        });
      });
    },
    leave() {
      const admit = line.shift();
      // The slot goes to the next one as it is.
      if (admit === null) takenCount--;
      else admit();
    },
  };
}
