import { randomInt } from 'node:crypto';
import { test } from '@playwright/test';

/** Choices that the seed reproduces. The machine's timing between them is not reproducible. */
export interface Random {
  /** From `min` to `max`, both included. */
  int(min: number, max: number): number;
  pick<T>(values: readonly T[]): T;
}

/**
 * A test's own random source. A failure prints its seed; `FAULT_SEED=…` repeats the same choices.
 */
export function seededRandom(): Random {
  const seed = Number(process.env.FAULT_SEED ?? randomInt(2 ** 31));
  test.info().attachments.push({
    name: `FAULT_SEED=${seed}`,
    contentType: 'text/plain',
    body: Buffer.from(`${seed}`),
  });
  const next = mulberry32(seed);
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    int,
    pick<T>(values: readonly T[]): T {
      const value = values[int(0, values.length - 1)];
      if (value === undefined) throw new Error('Nothing to pick from.');
      return value;
    },
  };
}

/** Rounds of each scenario; `npm run test:faults` runs more. */
export function rounds(count: number): number {
  return count * Number(process.env.FAULT_ROUNDS ?? 1);
}

/** Keeps this process busy for a moment, so that the next step meets the page at varying points. */
export function dally(random: Random): void {
  const turns = random.int(0, 200_000);
  for (let turn = 0; turn < turns; turn += 1) Math.sqrt(turn);
}

/**
 * https://en.wikipedia.org/wiki/Linear_congruential_generator with a scrambled output; any
 * generator would do.
 */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b_3c6d) >>> 0;
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
  };
}
