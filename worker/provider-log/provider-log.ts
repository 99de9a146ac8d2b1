import type { Clock } from '../../shared/clock.ts';
import { type ClientContext, logReplySchema } from '../../shared/log-batch.ts';
import { providerLogPath } from '../../shared/log-event.ts';
import type { ProviderLogBatch, ProviderLogEntry, ProviderLogFields } from '../../shared/provider-log.ts';
import { providerLogLimits } from '../../shared/services-limits.ts';
import { parseReply } from '../net/parse-reply.ts';
import type { PostText } from '../net/post-text.ts';
import { isRejection } from '../net/retry-policy.ts';

/** The way of what the services say of themselves: a buffer in memory, sent every 10 s, and ever more seldom while that fails. */
export interface ProviderLog {
  log(kind: string, fields: ProviderLogFields): void;
  /** Sends what waits, now. @returns when it arrived or failed */
  flush(): Promise<void>;
  stop(): void;
}

export interface ProviderLogDeps {
  sid: string;
  context: ClientContext;
  postText: PostText;
  clock: Clock;
}

export function createProviderLog({ sid, context, postText, clock }: ProviderLogDeps): ProviderLog {
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
    const batch: ProviderLogBatch = { context, sid, requestTimeMs: clock.now(), droppedCount, entries };
    try {
      const { status, text } = await postText(providerLogPath, JSON.stringify(batch));
      // Nobody wants it: asking again would not change that.
      if (isRejection(status)) return true;
      return status >= 200 && status < 300 && parseReply(text, logReplySchema).ok;
    } catch {
      return false;
    }
  }

  async function send(): Promise<void> {
    const entries = waiting;
    waiting = [];
    if (await isTaken(entries)) {
      waitMs = providerLogLimits.flushMs;
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

  return {
    log(kind, fields) {
      if (isStopped) return;
      n++;
      keep([...waiting, { n, timeMs: clock.now(), kind, fields }]);
      schedule();
    },
    flush,
    stop() {
      isStopped = true;
      cancelTimer?.();
    },
  };
}
