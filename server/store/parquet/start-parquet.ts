import { randomUUID } from 'node:crypto';
import type { Metrics } from '../../operator/metrics/create-metrics.ts';
import { repeatSteps } from '../copy/repeat-steps.ts';
import type { EventStore } from '../event-store.ts';
import { fileName } from './file-name.ts';
import { openBucket } from './open-bucket.ts';
import { createParquetFile } from './parquet-file.ts';
import { parquetLimits } from './parquet-limits.ts';
import type { ParquetTarget } from './parquet-url.js';

/** A store whose events are written to files. */
export interface WrittenStore {
  name: string;
  store: Pick<EventStore, 'writeParquet' | 'releaseParquet'>;
}

export interface ParquetDeps {
  metrics: Pick<Metrics, 'parquetFiles' | 'parquetEvents' | 'parquetFailures' | 'parquetBehind'>;
  /** Gets sentences for the operator. */
  warn: (sentence: string) => void;
  /** Unix milliseconds. */
  now: () => number;
  /** Gets unexpected errors. */
  reportError: (error: unknown) => void;
  limits?: typeof parquetLimits;
}

/**
 * Writes the events of stores to Parquet files in a bucket, each store by itself. While the bucket
 * does not take files, events wait in their store.
 * @returns ends what is under way; unfinished files are written again later
 */
export function startParquet(
  target: ParquetTarget,
  stores: readonly WrittenStore[],
  deps: ParquetDeps,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const bucket = openBucket(target, signal, deps.limits);
  const say = createSpeaker(deps.warn);
  const running = stores.map(({ name, store }) => {
    const place = {
      createFile: () => createParquetFile(name, deps.limits),
      put: (hourMs: number, rows: string, content: Uint8Array) =>
        bucket.put(fileName(name, hourMs, rows), content),
    };
    const holder = randomUUID();
    const step = createStep({ name, store, place, holder, say, signal }, deps);
    // If the store is away, another process waits for the end of the lease.
    return repeatSteps(step, signal, deps.reportError).then(() => store.releaseParquet(holder));
  });
  return async () => {
    stopping.abort();
    await Promise.all(running);
    bucket.close();
  };
}

interface StepContext extends WrittenStore {
  place: Parameters<EventStore['writeParquet']>[0]['place'];
  holder: string;
  say: Speaker;
  signal: AbortSignal;
}

/** @returns a step, which returns milliseconds until the next one */
export function createStep(
  { name, store, place, holder, say, signal }: StepContext,
  { metrics, now, limits = parquetLimits }: ParquetDeps,
): () => Promise<number> {
  const { parquetFiles, parquetEvents, parquetFailures, parquetBehind } = metrics;
  const labels = { store: name };
  let againMs: number = limits.againMs;
  return async () => {
    const result = await store.writeParquet({ place, holder, nowMs: now(), signal, limits });
    // The store says itself that it is away.
    if (!result.ok || signal.aborted) return limits.everyMs;
    const { value } = result;
    if (value.state === 'refused') {
      say.refused(value.reason);
      parquetFailures.inc(labels);
      if (value.oldestMs !== null)
        parquetBehind.set(labels, Math.max(0, now() - value.oldestMs) / 1_000);
      const pauseMs = againMs;
      againMs = Math.min(againMs * 2, limits.againMaxMs);
      return pauseMs;
    }
    againMs = limits.againMs;
    if (value.state === 'elsewhere') {
      parquetBehind.remove(labels);
      return limits.everyMs;
    }
    if (value.files > 0) say.written();
    parquetFiles.inc(labels, value.files);
    parquetEvents.inc(labels, value.count);
    if (!value.isMore) parquetBehind.set(labels, 0);
    return value.isMore ? 0 : limits.everyMs;
  };
}

type Speaker = ReturnType<typeof createSpeaker>;

/** Says each reason of a failure once, and once that it is over. */
export function createSpeaker(warn: (sentence: string) => void) {
  const reasons = new Set<string>();
  return {
    refused(reason: string): void {
      if (reasons.has(reason)) return;
      reasons.add(reason);
      warn(
        `The storage of --parquet does not take files (${reason}). The events stay in the store, and are written once it does.`,
      );
    },
    written(): void {
      if (reasons.size > 0) warn('The storage of --parquet takes files again.');
      reasons.clear();
    },
  };
}
