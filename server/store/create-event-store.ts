import { performance } from 'node:perf_hooks';
import type { Transaction } from 'kysely';
import { errorLimits } from '../../shared/limits/error-limits.ts';
import type { StoredReply } from '../../shared/telemetry/log-batch.ts';
import type { Failure, Result } from '../../shared/tools/result.ts';
import { ok } from '../../shared/tools/result.ts';
import type { Arrival } from './arrival.ts';
import { createClockTrust } from './clock-trust.ts';
import { createSinks } from './create-sinks.ts';
import { createViewerStore } from './create-viewer-store.ts';
import { createDocumentReader } from './document-reader.ts';
import { ArchiveAwayError } from './event-archive.ts';
import type { AcceptedProviderLog, EventStore, InsertCounts } from './event-store.ts';
import { createFeeds } from './feeds.ts';
import { createGroupCommit } from './group-commit.ts';
import { insertBatches } from './insert-batches.ts';
import { insertErrors, type ReceivedError } from './insert-errors.ts';
import { insertProviderLogs } from './insert-provider-logs.ts';
import { maintain } from './maintain.ts';
import { addServedPages } from './reports/completeness/add-pages.ts';
import { createReports } from './reports/create-reports.ts';
import { createKeptDimensions } from './reports/custom/kept-names.ts';
import {
  beginExperiment,
  endExperiment,
  listExperiments,
} from './reports/experiments/experiment-states.ts';
import { rebuildReports } from './reports/rebuild-reports.ts';
import type { Reports } from './reports/reports.ts';
import { foldChanges } from './reports/sums/fold-changes.ts';
import { createSmallSteps } from './small-steps.ts';
import type { StoreDriver } from './store-driver.ts';
import { storeLimits } from './store-limits.ts';
import { StoreError, type StoreProblem } from './store-problem.ts';
import type { StoreTables } from './store-tables.ts';
import { batchBytes, providerLogBytes } from './stored-bytes.ts';
import { storedRanges } from './stored-ranges.ts';
import { readSummary } from './totals.ts';

/**
 * The event store over any driver. Its queries use only what SQLite and PostgreSQL have in common.
 * @param driver the store closes it
 */
export function createEventStore(driver: StoreDriver): EventStore {
  const { database } = driver;
  let closing: Promise<void> | null = null;

  /** After `close()` every error counts as a closed store, whatever the driver makes of it. */
  const problemOf = (error: unknown) => {
    if (closing !== null) return storeClosed;
    return error instanceof ArchiveAwayError ? archiveAway(error) : driver.problemOf(error);
  };

  async function attempt<T>(work: Promise<T>): Promise<Result<T, StoreProblem>> {
    try {
      return ok(await work);
    } catch (error) {
      const problem = problemOf(error);
      if (problem !== null) return { ok: false, error: problem };
      throw error;
    }
  }

  async function read<T>(work: Promise<T>): Promise<T> {
    const result = await attempt(work);
    if (!result.ok) throw new StoreError(result.error);
    return result.value;
  }

  /** One group commit for each kind of item, so that each kind uses one connection. */
  const inGroups = <T, R>(
    insert: (
      transaction: Transaction<StoreTables>,
      group: readonly T[],
      driver: StoreDriver,
    ) => Promise<readonly R[]>,
    bytesOf?: (item: T) => number,
  ) =>
    createGroupCommit(
      (group: readonly T[]) =>
        driver.transaction((transaction) => insert(transaction, group, driver)),
      (error) => problemOf(error) !== null,
      bytesOf === undefined ? {} : { bytesOf },
    );
  const appendBatch = inGroups<Arrival, InsertCounts>(insertBatches, (arrival) =>
    'batch' in arrival ? batchBytes(arrival.batch) : 0,
  );
  const appendProviderLog = inGroups<AcceptedProviderLog, InsertCounts>(
    insertProviderLogs,
    providerLogBytes,
  );
  const appendError = inGroups<ReceivedError, undefined>(insertErrors);

  /**
   * A receipt acknowledges the events that it names. It therefore answers after a commit, which
   * makes durable what was read.
   */
  const readReceipt = createGroupCommit(
    (group: readonly { sid: string; from: number }[]) =>
      driver.transaction(async (transaction) => {
        const receipts: StoredReply[] = [];
        for (const { sid, from } of group)
          receipts.push(await storedRanges(transaction, sid, from, driver));
        return receipts;
      }),
    (error) => problemOf(error) !== null,
    { groupCount: storeLimits.receiptsInTransactionCount.value },
  );

  const clock = createClockTrust(driver);
  const foldSteps = createSmallSteps({ driver, monotonicMs: () => performance.now() });
  const reports: Reports = driver.reports ?? createReports(driver);

  return {
    insertBatch: (batch) => attempt(appendBatch({ batch })),
    async countRefusedBatch(wireBytes, receivedMs) {
      const counted = await attempt(appendBatch({ refusedBytes: wireBytes, receivedMs }));
      return counted.ok ? ok(undefined) : counted;
    },
    countServedPages: (pages) => attempt(addServedPages(driver, pages)),
    storedRanges: (sid, from) => attempt(readReceipt({ sid, from })),
    probeWrite: (options) => attempt(driver.probeWrite(options)),
    insertProviderLog: (batch) => attempt(appendProviderLog(batch)),
    insertError: (error, receivedMs, groupsCount = errorLimits.groupsCount) =>
      attempt(appendError({ error, receivedMs, groupsCount })),
    summary: () => read(readSummary(database)),
    ...createFeeds(driver, read),
    documents: createDocumentReader(driver, read),
    viewers: createViewerStore(driver, attempt),
    reports: {
      dashboard: (filter) => read(reports.dashboard(filter)),
      overview: (filter) => read(reports.overview(filter)),
      part: (...args) => read(reports.part(...args)),
      overviewPart: (...args) => read(reports.overviewPart(...args)),
      cost: (filter) => read(reports.cost(filter)),
      costPart: (filter) => read(reports.costPart(filter)),
      audience: (...args) => read(reports.audience(...args)),
      audiencePart: (...args) => read(reports.audiencePart(...args)),
      experiment: (question) => read(reports.experiment(question)),
      experimentPart: (question) => read(reports.experimentPart(question)),
      playbackRows: (...args) => read(reports.playbackRows(...args)),
    },
    experiments: {
      list: () => read(listExperiments(database)),
      begin: (experiment) =>
        read(driver.transaction((within) => beginExperiment(within, experiment))),
      end: (key, end) => read(driver.transaction((within) => endExperiment(within, key, end))),
    },
    dimensions: createKeptDimensions(driver, read),
    foldPlaybacks: () => attempt(foldChanges(driver, foldSteps)),
    rebuildReports: (watch) => attempt(rebuildReports(driver, watch)),
    ...createSinks(driver, attempt),
    maintain: (wanted) => attempt(maintain(driver, clock, wanted)),
    close() {
      closing ??= driver.close();
      return closing;
    },
  };
}

/**
 * A closed store answers this to requests that were in flight when the server began to stop. Their
 * sender keeps its data.
 */
const storeClosed: Failure<StoreProblem> = {
  code: 'STORE_AWAY',
  message: 'The server is stopping; send the request again later.',
};

/** Only the operator reads them. */
function archiveAway({ message }: ArchiveAwayError): Failure<StoreProblem> {
  return {
    code: 'STORE_AWAY',
    message: `Older events cannot be read (${message}).`,
  };
}
