import { expect } from '@playwright/test';

/**
 * Whether a document's events are all there, each once. They may be stored in any order, because
 * batches are sent side by side.
 */
export function areComplete(seqs: readonly number[]): boolean {
  return seqs.toSorted((a, b) => a - b).every((seq, index) => seq === index + 1);
}

/** Waits until at least `count` events of a document are stored, each once. */
export async function expectComplete(
  storedSeqs: () => Promise<readonly number[]>,
  count: number,
): Promise<void> {
  await expect
    .poll(async () => {
      const seqs = await storedSeqs();
      return seqs.length >= count && areComplete(seqs) ? 'complete' : seqs;
    }, 'events in the store')
    .toBe('complete');
}
