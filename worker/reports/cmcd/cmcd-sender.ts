import { cmcdLimits } from '../../../shared/limits/cmcd-limits.ts';
import { queueLimits } from '../../../shared/limits/queue-limits.ts';
import type { Clock } from '../../../shared/tools/clock.ts';

/**
 * Sends reports to the operator's collector: in batches, in order, held in memory only. A page that
 * ends can flush the last ones.
 */
export interface CmcdSender {
  /** @param line a serialized report */
  add(url: string, line: string): void;
  /** Sends the waiting reports now. */
  flush(): void;
  stop(): void;
}

export interface CmcdSenderDeps {
  fetch: typeof fetch;
  timeoutSignal(ms: number): AbortSignal;
  clock: Clock;
  /** Called each time reports are given up. */
  onLost(reason: 'overflow' | 'refused', count: number): void;
}

export function createCmcdSender({
  fetch,
  timeoutSignal,
  clock,
  onLost,
}: CmcdSenderDeps): CmcdSender {
  let url: string | null = null;
  let waiting: string[] = [];
  let failureCount = 0;
  let cancelTimer: (() => void) | null = null;
  let isSending = false;
  /** Stopped, or the collector answered 410. */
  let hasEnded = false;

  function keep(lines: string[]): void {
    const excess = lines.length - cmcdLimits.keptCount;
    if (excess > 0) onLost('overflow', excess);
    waiting = lines.slice(Math.max(0, excess));
  }

  function schedule(ms: number): void {
    if (hasEnded || isSending || waiting.length === 0) return;
    cancelTimer ??= clock.setTimer(() => void send(), ms);
  }

  /** @returns the answer's status; 0 without an answer */
  async function post(target: string, lines: readonly string[]): Promise<number> {
    try {
      const response = await fetch(target, {
        method: 'POST',
        headers: { 'Content-Type': 'application/cmcd' },
        body: lines.join('\n'),
        credentials: 'omit',
        // The last reports leave while the page ends.
        keepalive: true,
        signal: timeoutSignal(queueLimits.requestTimeoutMs),
      });
      await response.text();
      return response.status;
    } catch {
      return 0;
    }
  }

  async function send(): Promise<void> {
    cancelTimer?.();
    cancelTimer = null;
    if (hasEnded || isSending || url === null || waiting.length === 0) return;
    const lines = waiting.slice(0, cmcdLimits.batchCount);
    waiting = waiting.slice(lines.length);
    isSending = true;
    const status = await post(url, lines);
    isSending = false;
    const canRetry = status === 0 || status === 408 || status === 429 || status >= 500;
    if (canRetry) {
      failureCount++;
      keep([...lines, ...waiting]);
      schedule(Math.min(cmcdLimits.retryMs * 2 ** (failureCount - 1), cmcdLimits.retryMaxMs));
      return;
    }
    failureCount = 0;
    if (status >= 400) onLost('refused', lines.length);
    // 410: CTA-5004-B requires the client to stop.
    if (status === 410) {
      hasEnded = true;
      waiting = [];
    }
    if (waiting.length >= cmcdLimits.batchCount) void send();
    else schedule(cmcdLimits.batchMs);
  }

  return {
    add(target, line) {
      if (hasEnded) return;
      url = target;
      keep([...waiting, line]);
      if (waiting.length >= cmcdLimits.batchCount && failureCount === 0) void send();
      else schedule(cmcdLimits.batchMs);
    },
    flush: () => void send(),
    stop() {
      hasEnded = true;
      cancelTimer?.();
      waiting = [];
    },
  };
}
