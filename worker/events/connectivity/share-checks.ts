import type * as z from 'zod/mini';
import { connectivityLimits } from '../../../shared/limits/connectivity-limits.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import { parseAs } from '../../../shared/tools/shape.ts';
import type { checkMessageSchema } from './check-message-schema.ts';
import { type HeadServer, isOwnServer, nobody } from './head-server.ts';
import { checkMessageShape } from './shapes/check-message.ts';

export interface ShareChecksDeps {
  /** Asks the server, for this document only. */
  head: HeadServer;
  /** `null` where locks are missing or denied; then each document checks for itself. */
  locks: LockManager | null;
  clock: Clock;
  /** Receives the result of another document's check. */
  onResult(isOnline: boolean): void;
  signal: AbortSignal;
}

/** Documents that have no connection at the same time, as seen by one of them. */
interface Team {
  ask(maxAgeMs: number): Promise<number>;
  leave(): void;
}

const name = 'offstage:connectivity';

/**
 * A check's result and its age. With status `null` it asks for a result that is at most `ageMs`
 * old. Untrusted: any script of the origin may post anything to this channel.
 */
type Message = z.infer<typeof checkMessageSchema>;

/**
 * Shares one check among all documents of the origin.
 *
 * 1. A document that needs a check queues for a lock. The lock's holder leads.
 * 2. When any document asks, the leader posts the answer to a `BroadcastChannel`: a recent failure,
 *    or the result of a new check.
 * 3. When the leader ends, the browser gives the lock to the next document in the queue.
 * 4. Documents with a connection hold neither lock nor channel, so that they cost nothing and can
 *    enter the back/forward cache.
 */
export function shareChecks(deps: ShareChecksDeps): HeadServer {
  const { head, locks, signal } = deps;
  let team: Team | null = null;
  if (locks === null || typeof BroadcastChannel === 'undefined') return head;
  const onEnd = () => {
    team = null;
  };
  signal.addEventListener('abort', () => team?.leave(), { once: true });
  return async (maxAgeMs) => {
    if (signal.aborted) return head(maxAgeMs);
    try {
      team ??= joinTeam({ ...deps, locks }, onEnd);
    } catch {
      // SecurityError where storage is denied.
      return head(maxAgeMs);
    }
    return team.ask(maxAgeMs);
  };
}

function joinTeam(
  { head, locks, clock, onResult }: ShareChecksDeps & { locks: LockManager },
  onEnd: () => void,
): Team {
  const end = new AbortController();
  const channel = new BroadcastChannel(name);
  let isLeading = false;
  /** There are no locks, or the leader is frozen, so this document checks for itself. */
  let isAlone = false;
  let checking: Promise<number> | null = null;
  /** When a check last found no connection. */
  let failedMs = Number.NEGATIVE_INFINITY;
  /** Waiting callers, each with the maximum age of its answer. */
  const waiting = new Map<(status: number) => void, number>();
  let cancelDeadline = () => {};
  let cancelLeave = () => {};

  /** Age of the last failure. Infinite if there was none, or if the clock was set back since. */
  function failureAgeMs(): number {
    const ageMs = clock.now() - failedMs;
    return ageMs >= 0 ? ageMs : Number.POSITIVE_INFINITY;
  }

  function post(message: Message): void {
    if (!end.signal.aborted) channel.postMessage(message);
  }

  function leave(): void {
    end.abort();
    channel.close();
    cancelDeadline();
    cancelLeave();
    // Those still waiting ask for themselves.
    for (const answer of waiting.keys()) answer(nobody);
    waiting.clear();
    onEnd();
  }

  function settle(status: number, ageMs: number): void {
    for (const [answer, maxAgeMs] of waiting) {
      if (ageMs > maxAgeMs) continue;
      waiting.delete(answer);
      answer(status);
    }
    if (waiting.size === 0) cancelDeadline();
    const isReached = isOwnServer(status);
    failedMs = isReached ? Number.NEGATIVE_INFINITY : Math.max(failedMs, clock.now() - ageMs);
    if (!isReached) return;
    // The leader lingers until the others have the result: the next in the queue would check again.
    if (isLeading) cancelLeave = clock.setTimer(leave, connectivityLimits.lingerMs);
    else leave();
  }

  async function run(): Promise<number> {
    const status = await head(0).catch(() => nobody);
    checking = null;
    if (end.signal.aborted) return status;
    post({ status, ageMs: 0 });
    settle(status, 0);
    return status;
  }

  function check(): Promise<number> {
    cancelLeave();
    checking ??= run();
    return checking;
  }

  function checkAlone(): void {
    isAlone = true;
    if (waiting.size > 0) void check();
  }

  function lead(): Promise<void> {
    return new Promise((release) => {
      isLeading = true;
      end.signal.addEventListener('abort', () => release(), { once: true });
      if (end.signal.aborted) release();
      // This also answers requests to the previous leader.
      else void check();
    });
  }

  channel.addEventListener('message', ({ data }) => {
    const message = parseAs(checkMessageShape, data);
    if (!message.success) return;
    const { status, ageMs } = message.data;
    if (status === null) {
      if (!isLeading) return;
      if (failureAgeMs() < ageMs) post({ status: nobody, ageMs: Math.max(1, failureAgeMs()) });
      else void check();
      return;
    }
    isAlone = false;
    // A remembered failure is only for the documents that asked.
    if (ageMs === 0) onResult(isOwnServer(status));
    settle(status, ageMs);
  });
  // Where storage is denied, some browsers throw and others reject; then no document has the lock.
  // On abort nothing is waiting any more.
  (async () => locks.request(name, { signal: end.signal }, lead))().catch(checkAlone);

  return {
    ask(maxAgeMs) {
      if (isLeading || isAlone) return check();
      if (failureAgeMs() < maxAgeMs) return Promise.resolve(nobody);
      return new Promise((resolve) => {
        waiting.set(resolve, maxAgeMs);
        post({ status: null, ageMs: maxAgeMs });
        cancelDeadline();
        cancelDeadline = clock.setTimer(
          checkAlone,
          connectivityLimits.timeoutMs + connectivityLimits.lingerMs,
        );
      });
    },
    leave,
  };
}
