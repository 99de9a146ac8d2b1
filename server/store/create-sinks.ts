import { performance } from 'node:perf_hooks';
import type { Result } from '../../shared/tools/result.ts';
import { archiveEvents } from './copy/archive-events.ts';
import { copyEvents, releaseCopy } from './copy/copy-events.ts';
import type { EventStore } from './event-store.ts';
import { releaseParquet } from './parquet/parquet-position.ts';
import { writeParquet } from './parquet/write-parquet.ts';
import type { SinkName } from './server-store.ts';
import { createSmallSteps } from './small-steps.ts';
import type { StoreDriver } from './store-driver.ts';
import type { StoreProblem } from './store-problem.ts';

/** The steps that bring a store's events to other places. */
export function createSinks(
  driver: StoreDriver,
  attempt: <T>(work: Promise<T>) => Promise<Result<T, StoreProblem>>,
): Pick<EventStore, SinkName> {
  const steps = createSmallSteps({ driver, monotonicMs: () => performance.now() });
  return {
    archiveEvents: (call) => attempt(archiveEvents(driver, steps, call)),
    copyEvents: (call) => attempt(copyEvents(driver, call)),
    releaseCopy: (holder) => attempt(releaseCopy(driver, holder)),
    writeParquet: (call) => attempt(writeParquet(driver, call)),
    releaseParquet: (holder) => attempt(releaseParquet(driver, holder)),
  };
}
