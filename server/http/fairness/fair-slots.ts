import { createFairLine, type FairLineOptions } from './fair-line.ts';

/** The result of waiting: a slot, a full queue, or a client that has left meanwhile. */
export type Admission = 'admitted' | 'full' | 'gone';

/** Limits concurrent operations. */
export interface FairSlots {
  /**
   * Waits for a slot. If admitted, the caller must release it with `leave`.
   * @param gone ends the wait
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
        // No effect after the admission.
        gone.addEventListener('abort', () => {
          line.remove(client, admit);
          resolve('gone');
        });
      });
    },
    leave() {
      const admit = line.shift();
      // Pass the slot to the next client.
      if (admit === null) takenCount--;
      else admit();
    },
  };
}
