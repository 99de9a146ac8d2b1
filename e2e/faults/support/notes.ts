import type { Frame, Page } from '@playwright/test';
import type { LogTierName } from '../../../shared/telemetry/log-event.ts';
import { type StoredEvent, storedEvents } from '../../support/intake.ts';
import type { Server } from '../../support/server-process.ts';
import { expect } from '../../support/test.ts';

export interface Notes {
  from: number;
  count: number;
  tier?: LogTierName;
  /** `note` by default. */
  name?: string;
}

/** Logs numbered events in one task of the player. */
export function logNotes(
  player: Page | Frame,
  { from, count, tier = 'default', name = 'note' }: Notes,
): Promise<void> {
  return player.evaluate(
    (notes) => {
      for (let n = notes.from; n < notes.from + notes.count; n += 1) {
        window.offstage.log(notes.name, { n }, { tier: notes.tier });
      }
    },
    { from, count, tier, name },
  );
}

/**
 * Resolves as the services answer: they have all events, and have sent them or failed in an
 * attempt.
 */
export async function flush(player: Page | Frame): Promise<void> {
  await player.evaluate(() => window.offstage.flush());
}

/**
 * The store compared with the expectation. Each list has its first ten entries, so that a failure
 * stays readable.
 */
interface Tally {
  missing: number[];
  twice: (number | string)[];
  unknown: number[];
  /** Numbers missing between a document's events. */
  gaps: string[];
}

const none: Tally = { missing: [], twice: [], unknown: [], gaps: [] };

/**
 * Waits until each of these notes is in the store, then checks that each is there once, and nothing
 * else.
 * @param options `areWhole`: also checks that no document has a gap; `mayBeLost`: notes that may be
 *   missing
 */
export async function expectNotesOnce(
  server: Server,
  expected: Iterable<number>,
  { areWhole = true, mayBeLost = [] }: { areWhole?: boolean; mayBeLost?: readonly number[] } = {},
): Promise<void> {
  const numbers = new Set(expected);
  // Longer than the product needs to notice a silent worker and get access to the database that it
  // holds.
  await expect
    .poll(
      async () => {
        const counted = tally(await storedEvents(server), numbers);
        const unknown = counted.unknown.filter((n) => !mayBeLost.includes(n));
        return { ...counted, unknown, gaps: areWhole ? counted.gaps : [] };
      },
      { timeout: 90_000 },
    )
    .toEqual(none);
}

function tally(events: readonly StoredEvent[], expected: ReadonlySet<number>): Tally {
  const counts = new Map<number, number>();
  for (const n of noteNumbers(events)) counts.set(n, (counts.get(n) ?? 0) + 1);
  const few = <T>(values: Iterable<T>) => [...values].slice(0, 10);
  return {
    missing: few([...expected].filter((n) => !counts.has(n))),
    twice: few([
      ...[...counts].filter(([, count]) => count > 1).map(([n]) => n),
      ...idsTwice(events),
    ]),
    unknown: few([...counts.keys()].filter((n) => !expected.has(n))),
    gaps: few(gapsOf(events)),
  };
}

export function noteNumbers(events: readonly Pick<StoredEvent, 'payload'>[]): number[] {
  return events.filter(({ payload }) => 'n' in payload).map(({ payload }) => Number(payload.n));
}

function idsTwice(events: readonly StoredEvent[]): string[] {
  const seen = new Set<string>();
  return events
    .map(({ sid, seq }) => `${sid} ${seq}`)
    .filter((id) => {
      const isSecond = seen.has(id);
      seen.add(id);
      return isSecond;
    });
}

function gapsOf(events: readonly StoredEvent[]): string[] {
  const seqs = Map.groupBy(events, ({ sid }) => sid);
  return [...seqs].flatMap(([sid, own]) => {
    const known = new Set(own.map(({ seq }) => seq));
    const last = Math.max(...known);
    return Array.from({ length: last }, (_, index) => index + 1)
      .filter((seq) => !known.has(seq))
      .map((seq) => `${sid} ${seq} of ${last}`);
  });
}

export function numbers(count: number, from = 0): number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}
