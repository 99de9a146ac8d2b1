import { vi } from 'vitest';

/** As long as a test may take: Vitest's own limit of a second is too short on a busy machine. */
const patience = { timeout: 120_000, interval: 10 };

/** Waits until the condition holds. */
export const until = (condition: () => unknown) => vi.waitUntil(condition, patience);

/** Waits until `expectation` throws no more. */
export const untilPasses = (expectation: () => unknown) => vi.waitFor(expectation, patience);
