import { setTimeout as wait } from 'node:timers/promises';
import type { Poster } from '../../e2e/support/start-load.ts';
import type { LogReply } from '../../shared/telemetry/log-batch.ts';
import { eventsOfVisit, visit } from './visits.ts';

const tryAgainMs = 100;
const attemptsCount = 600;

/** Visits by number, each sent until it is acknowledged. */
export interface Visits {
  first: number;
  count: number;
  daysAhead: number;
}

/** @returns milliseconds from the first attempt to the acknowledgement */
async function sendVisit({ post }: Poster, n: number, daysAhead: number): Promise<number> {
  const body = visit(n, daysAhead, Date.now());
  const startMs = performance.now();
  for (let attempt = 0; attempt < attemptsCount; attempt++) {
    const { status, text } = await post(body);
    if (status === 200) {
      const { accepted, duplicates }: LogReply = JSON.parse(text);
      if (accepted + duplicates !== eventsOfVisit)
        throw new Error(`The intake took ${text} of ${eventsOfVisit} events.`);
      return performance.now() - startMs;
    }
    await wait(tryAgainMs);
  }
  throw new Error('The intake has not answered for a minute.');
}

/**
 * Sends as fast as the intake answers.
 * @param atOnce visits that wait for their answer at a time
 * @returns milliseconds of each visit
 */
export async function sendBurst(
  poster: Poster,
  { first, count, daysAhead }: Visits,
  atOnce: number,
): Promise<number[]> {
  const tookMs: number[] = [];
  let next = first;
  async function sendOnes(): Promise<void> {
    while (next < first + count) tookMs.push(await sendVisit(poster, next++, daysAhead));
  }
  await Promise.all(Array.from({ length: atOnce }, sendOnes));
  return tookMs;
}

/**
 * Sends visits at a steady rate, whether or not earlier ones are answered, until `until` resolves.
 * @returns milliseconds of each visit, from the moment at which it was due
 */
export async function sendSteadily(
  poster: Poster,
  { first, perSecond, daysAhead }: { first: number; perSecond: number; daysAhead: number },
  until: Promise<unknown>,
): Promise<number[]> {
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  const sent: Promise<number>[] = [];
  const startMs = performance.now();
  for (let index = 0; !isOver; index++) {
    const dueMs = startMs + (index * 1_000) / perSecond;
    const earlyMs = dueMs - performance.now();
    if (earlyMs > 0) await Promise.race([wait(earlyMs), over]);
    const lateMs = Math.max(0, performance.now() - dueMs);
    const answered = sendVisit(poster, first + index, daysAhead).then((tookMs) => tookMs + lateMs);
    // Awaited below, unless `until` rejects.
    answered.catch(() => {});
    sent.push(answered);
  }
  await over;
  return Promise.all(sent);
}
