import type { Clock } from '../../shared/clock.ts';
import type { ClientContext } from '../../shared/log-batch.ts';
import type {
  ProviderLogBatch,
  ProviderLogEntry,
  ProviderLogFields,
} from '../../shared/provider-log.ts';
import { providerLogLimits } from '../../shared/provider-log-limits.ts';
import { logReplyShape } from '../../shared/shapes/log-reply.ts';
import { parseReply } from '../net/parse-reply.ts';
import type { PostText } from '../net/post-text.ts';
import { isRejection } from '../net/retry-policy.ts';
import type { NewsPost } from '../news-post.ts';

/** The way of what the services say of themselves: a buffer in memory, sent every 10 s, and ever more seldom while that fails. */
export interface ProviderLog {
  /** @param stamp of an entry that the page has numbered */
  log(kind: string, fields: ProviderLogFields, stamp?: Stamp): void;
  /** Takes over what the page holds, perhaps of services that died, and tells it what waits here. */
  join(entries: readonly ProviderLogEntry[]): void;
  /** Sends what waits, now. @returns when it arrived or failed */
  flush(): Promise<void>;
  stop(): void;
}

type Stamp = Pick<ProviderLogEntry, 'n' | 'timeMs'>;

export interface ProviderLogDeps {
  sid: string;
  context: ClientContext;
  /** Absolute. It answers as the intake does, with `logReplySchema`. */
  url: string;
  postText: PostText;
  clock: Clock;
  /** The page keeps a copy of what waits: it may end at any moment, and takes this thread along. */
  tell: NewsPost['tell'];
}

export function createProviderLog({
  sid,
  context,
  url,
  postText,
  clock,
  tell,
}: ProviderLogDeps): ProviderLog {
  let waiting: ProviderLogEntry[] = [];
  // A document's services may be started again, and know nothing of what their predecessors have said; none says a thousand things a
  // second.
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
      // Nobody wants it: asking again would not change that.
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
      tell({ type: 'provider_log', entries: [], gone: entries.map(({ n }) => n) }, false);
    } else {
      // The provider knows entries by their numbers, if it has them after all.
      keep([...entries, ...waiting]);
      waitMs = Math.min(waitMs * 2, providerLogLimits.flushMaxMs);
    }
  }

  async function flush(): Promise<void> {
    // What came since it left is not in it.
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

  /** Leaves out what waits already: the page may bring it twice. */
  function add(entries: readonly ProviderLogEntry[]): void {
    if (isStopped) return;
    const added = entries.filter((entry) => !waiting.some(({ n }) => n === entry.n));
    if (added.length > 0) tell({ type: 'provider_log', entries: added, gone: [] });
    keep([...waiting, ...added]);
    schedule();
  }

  return {
    log: (kind, fields, stamp) => add([{ n: ++n, timeMs: clock.now(), kind, fields, ...stamp }]),
    join(entries) {
      tell({ type: 'provider_log', entries: waiting, gone: [] });
      add(entries);
    },
    flush,
    stop() {
      isStopped = true;
      cancelTimer?.();
    },
  };
}
