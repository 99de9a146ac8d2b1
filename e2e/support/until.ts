import { setTimeout as wait } from 'node:timers/promises';

/** A safety net for missing events; no result depends on its length. */
const patienceMs = 120_000;
const lookAgainMs = 50;

/**
 * @returns the first value that is neither false nor empty
 * @throws an Error that names what did not happen
 */
export async function until<T>(
  what: string,
  check: () => Promise<T> | T,
): Promise<Exclude<T, false | null | undefined>> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const value = await check();
    if (value !== false && value !== null && value !== undefined)
      return value as Exclude<T, false | null | undefined>;
    if (performance.now() > end) throw new Error(`Not within ${patienceMs / 1_000} s: ${what}.`);
    await wait(lookAgainMs);
  }
}
