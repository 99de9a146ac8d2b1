import { providerLogLimits } from '../../../shared/limits/provider-log-limits.ts';
import type { ClientContext } from '../../../shared/telemetry/log-batch.ts';
import type {
  ProviderLogBatch,
  ProviderLogEntry,
  ProviderLogFields,
} from '../../../shared/telemetry/provider-log.ts';
import { logReplyShape } from '../../../shared/telemetry/shapes/log-reply.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import { parseReply } from '../../events/sending/parse-reply.ts';
import type { PostText } from '../../events/sending/post-text.ts';
import { isRejection } from '../../events/sending/retry-policy.ts';
import type { NewsPost } from '../../services/news-post.ts';

/**
 * Sends the services' own log: buffered in memory and flushed every 10 s. While sending fails, the
 * interval grows.
 */
export interface ProviderLog {
  /** @param stamp of an entry that the page has numbered */
  log(kind: string, fields: ProviderLogFields, stamp?: Stamp): void;
  /**
   * Adds the page's entries, perhaps left by services that died, and sends the page a copy of the
   * waiting ones.
   */
  join(entries: readonly ProviderLogEntry[]): void;
  /**
   * Sends the waiting entries now.
   * @returns when they arrived or failed
   */
  flush(): Promise<void>;
  stop(): void;
}

type Stamp = Pick<ProviderLogEntry, 'n' | 'timeMs'>;

export interface ProviderLogDeps {
  sid: string;
  context: ClientContext;
  /** Absolute URL. It answers as the intake does, with `logReplySchema`. */
  url: string;
  postText: PostText;
  clock: Clock;
  /** Keeps the page's copy up to date: the page may end at any moment, and this thread with it. */
  postNews: NewsPost['post'];
}

export function createProviderLog({
  sid,
  context,
  url,
  postText,
  clock,
  postNews,
}: ProviderLogDeps): ProviderLog {
  let waiting: ProviderLogEntry[] = [];
  // Restarted services do not know their predecessors' numbers. Starting at the clock avoids reuse,
  // because no service logs a thousand entries a second.
  let n = clock.now();
  let droppedCount = 0;
  let waitMs: number = providerLogLimits.flushMs;
  let cancelTimer: (() => void) | null = null;
  let sending: Promise<void> | null = null;
  let isStopped = false;

  function keep(entries: ProviderLogEntry[]): void {
    const excess = Math.max(0, entries.length - providerLogLimits.bufferCount);
    droppedCount += excess;
    waiting = entries.slice(excess);
  }

  function schedule(): void {
    if (isStopped || waiting.length === 0 || sending !== null) return;
    cancelTimer ??= clock.setTimer(() => void flush(), waitMs);
  }

  async function isTaken(entries: ProviderLogEntry[]): Promise<boolean> {
    const batch: ProviderLogBatch = {
      context,
      sid,
      requestTimeMs: clock.now(),
      droppedCount,
      entries,
    };
    try {
      const { status, text } = await postText(url, JSON.stringify(batch));
      // The provider rejects it: a retry would not change that.
      if (isRejection(status)) return true;
      return status >= 200 && status < 300 && parseReply(text, logReplyShape).ok;
    } catch {
      return false;
    }
  }

  async function send(): Promise<void> {
    const entries = waiting;
    waiting = [];
    if (await isTaken(entries)) {
      waitMs = providerLogLimits.flushMs;
      postNews({ type: 'provider_log', entries: [], gone: entries.map(({ n }) => n) }, false);
    } else {
      // If the provider stored the entries after all, it deduplicates them by number.
      keep([...entries, ...waiting]);
      waitMs = Math.min(waitMs * 2, providerLogLimits.flushMaxMs);
    }
  }

  async function flush(): Promise<void> {
    // The flush under way lacks the entries added since.
    if (sending !== null) await sending;
    cancelTimer?.();
    cancelTimer = null;
    if (isStopped) return;
    if (waiting.length > 0) {
      sending ??= send().finally(() => {
        sending = null;
        schedule();
      });
    }
    await sending;
  }

  /** Skips entries that are already waiting: the page may send them twice. */
  function add(entries: readonly ProviderLogEntry[]): void {
    if (isStopped) return;
    const added = entries.filter((entry) => !waiting.some(({ n }) => n === entry.n));
    if (added.length > 0) postNews({ type: 'provider_log', entries: added, gone: [] });
    keep([...waiting, ...added]);
    schedule();
  }

  return {
    log: (kind, fields, stamp) => add([{ n: ++n, timeMs: clock.now(), kind, fields, ...stamp }]),
    join(entries) {
      postNews({ type: 'provider_log', entries: waiting, gone: [] });
      add(entries);
    },
    flush,
    stop() {
      isStopped = true;
      cancelTimer?.();
    },
  };
}
