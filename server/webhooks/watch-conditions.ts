import { statfs } from 'node:fs/promises';
import { anyPlayback } from '../../shared/telemetry/playback-dimensions.ts';
import type { StoreWatch } from '../operator/health/store-watch.ts';
import type { ServerStore } from '../store/server-store.ts';
import { StoreError } from '../store/store-problem.ts';
import type { NoteNews } from './watch-videos.ts';
import { webhookLimits } from './webhook-limits.ts';
import type { WebhookNews } from './webhook-message.ts';

const {
  diskLowShare,
  diskNormalShare,
  failuresEveryMs,
  failuresHighPercent,
  failuresNormalPercent,
  failuresPlaybacksCount,
  failuresSpanMs,
  storeLooksCount,
} = webhookLimits;

interface Disk {
  freeBytes: number;
  totalBytes: number;
}

export interface ConditionDeps {
  store: { reports: Pick<ServerStore['reports'], 'overview'> };
  storeWatch: Pick<StoreWatch, 'ask'>;
  dataDir: string;
  /** Unix milliseconds. */
  now: () => number;
  /** Reads the disk of a directory; rejects if it cannot. */
  readDisk?: (directory: string) => Promise<Disk>;
}

/**
 * Watches what is either well or not: the store, its disk, and the share of playbacks that fail.
 * Each change is reported once, also over restarts.
 * @param states of all names; changes with each look
 * @returns a look
 */
export function watchConditions(
  { store, storeWatch, dataDir, now, readDisk = readDiskOf }: ConditionDeps,
  states: Map<string, string>,
  note: NoteNews,
): () => Promise<void> {
  /** Looks in a row that disagree with the reported state of the store. */
  let otherCount = 0;
  let failuresMs = Number.NEGATIVE_INFINITY;

  const isBad = (name: string) => states.get(name) === 'bad';
  const change = (name: string, nowBad: boolean, news: WebhookNews) => {
    if (isBad(name) !== nowBad) note([news], new Map([[name, nowBad ? 'bad' : null]]));
  };

  async function lookAtStore(): Promise<boolean> {
    const answer = await storeWatch.ask();
    otherCount = answer.ok === isBad('store') ? otherCount + 1 : 0;
    if (otherCount >= storeLooksCount) {
      otherCount = 0;
      if (answer.ok) change('store', false, { type: 'store.back', data: {} });
      else {
        const { code, message } = answer.error;
        change('store', true, { type: 'store.away', data: { code, message } });
      }
    }
    return answer.ok;
  }

  async function lookAtDisk(): Promise<void> {
    const disk = await readDisk(dataDir).catch(() => null);
    // Some file systems do not tell, and a missing directory shows elsewhere.
    if (disk === null || disk.totalBytes === 0) return;
    const share = disk.freeBytes / disk.totalBytes;
    const data = { directory: dataDir, ...disk };
    if (share < diskLowShare) change('disk', true, { type: 'disk.low', data });
    else if (share >= diskNormalShare) change('disk', false, { type: 'disk.normal', data });
  }

  async function lookAtFailures(): Promise<void> {
    const nowMs = now();
    if (nowMs - failuresMs < failuresEveryMs) return;
    failuresMs = nowMs;
    const overview = await store.reports
      .overview({
        fromMs: nowMs - failuresSpanMs,
        toMs: nowMs + 1,
        videoId: null,
        ...anyPlayback,
      })
      .catch((error: unknown) => {
        // It went away since it was asked, and is reported by the next looks.
        if (error instanceof StoreError) return null;
        throw error;
      });
    if (overview === null) return;
    const { playbacks, failures } = overview;
    if (playbacks < failuresPlaybacksCount) return;
    const failed = failures.beforeStart + failures.midStream;
    const percent = Math.round((1_000 * failed) / playbacks) / 10;
    const data = { percent, failures: failed, playbacks, spanMs: failuresSpanMs };
    if (percent >= failuresHighPercent) change('failures', true, { type: 'failures.high', data });
    else if (percent <= failuresNormalPercent)
      change('failures', false, { type: 'failures.normal', data });
  }

  return async () => {
    await lookAtDisk();
    // Without a store there are no figures.
    if (await lookAtStore()) await lookAtFailures();
  };
}

async function readDiskOf(directory: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
