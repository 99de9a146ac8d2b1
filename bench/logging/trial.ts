import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import type { Collector } from './collector.ts';
import { newRun } from './event-ids.ts';
import type { Lane } from './lanes.ts';
import { type OpenLane, openLane } from './open-lane.ts';
import { createStoreReader, type StoreReader } from './stored-numbers.ts';

/** Dependencies of every trial. */
export interface Bench {
  browser: Browser;
  /** Origin of the real server. */
  server: string;
}

/** One lane from its first event to its last request, isolated from all others. */
export interface Trial {
  lane: Lane;
  run: string;
  open: OpenLane;
  /** @returns the outcome of the events with numbers below `count` */
  fate(count: number): Promise<Fate>;
}

interface Fate {
  /** Not in the store; for peers, which have no store here: not arrived. */
  lost: number;
  /** Copies that arrived after the first one. */
  twice: number;
  /** Copies in the store after the first one; ours only. */
  storedTwice: number;
}

/** @param lane counting of its events starts with `open.collector.start(run)` */
export async function startTrial({ browser, server }: Bench, lane: Lane): Promise<Trial> {
  const run = newRun();
  const store = lane.kind === 'ours' ? await createStoreReader(server) : null;
  const open = await openLane(browser, lane, server);
  return { lane, run, open, fate: (count) => readFate(open.collector, store, run, count) };
}

async function readFate(
  collector: Collector,
  store: StoreReader | null,
  run: string,
  count: number,
): Promise<Fate> {
  const arrivals = collector.arrivals();
  const stored = store === null ? null : await store.numbersOf(run);
  const fate: Fate = { lost: 0, twice: 0, storedTwice: 0 };
  for (let number = 0; number < count; number += 1) {
    if (((stored ?? arrivals).get(number) ?? 0) === 0) fate.lost += 1;
    fate.twice += Math.max(0, (arrivals.get(number) ?? 0) - 1);
    fate.storedTwice += Math.max(0, (stored?.get(number) ?? 0) - 1);
  }
  return fate;
}

/**
 * Waits until the events with numbers below `count` have arrived.
 * @returns whether they have, in time
 */
export async function untilArrived(
  collector: Collector,
  count: number,
  limitMs: number,
): Promise<boolean> {
  const deadlineMs = performance.now() + limitMs;
  const hasAll = () => {
    const arrivals = collector.arrivals();
    for (let number = 0; number < count; number += 1) if (!arrivals.has(number)) return false;
    return true;
  };
  while (!hasAll()) {
    if (performance.now() > deadlineMs) return false;
    await wait(50);
  }
  return true;
}
