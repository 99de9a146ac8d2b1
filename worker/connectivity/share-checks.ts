import type * as z from 'zod/mini';
import type { Clock } from '../../shared/clock.ts';
import { connectivityLimits } from '../../shared/services-limits.ts';
import { parseAs } from '../../shared/shape.ts';
import type { checkMessageSchema } from './check-message-schema.ts';
import { type HeadServer, isOwnServer, nobody } from './head-server.ts';
import { checkMessageShape } from './shapes/check-message.ts';

export interface ShareChecksDeps {
  /** Asks the server, for this document alone. */
  head: HeadServer;
  /** `null` where they are missing or denied: then each document checks for itself. */
  locks: LockManager | null;
  clock: Clock;
  /** What another document's check has found. */
  onHeard(isOnline: boolean): void;
  signal: AbortSignal;
}

/** Documents that are without a connection at the same time, as one of them sees it. */
interface Team {
  ask(maxAgeMs: number): Promise<number>;
  leave(): void;
}

const name = 'offstage:connectivity';

/**
 * What a check has found, and how old that may be; with `null` it is asked for, if it is no older. Any script of the origin may say
 * anything there.
 */
type Message = z.infer<typeof checkMessageSchema>;

/**
 * One check for all documents of the origin. Who needs one queues for a lock; who holds it asks the server when any of them asks, and
 * tells what it has found over a `BroadcastChannel`. If it ends, the browser gives the lock to the next. Documents with a connection
 * hold neither, so that they cost nothing and may lie in the back/forward cache.
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
  { head, locks, clock, onHeard }: ShareChecksDeps & { locks: LockManager },
  onEnd: () => void,
): Team {
  const end = new AbortController();
  const channel = new BroadcastChannel(name);
  let isLeading = false;
  /** Nobody leads where there are no locks, or who leads is frozen. */
  let isAlone = false;
  let checking: Promise<number> | null = null;
  /** When a check has last found no connection. */
  let failedMs = Number.NEGATIVE_INFINITY;
  /** With how old the answer may be. */
  const waiting = new Map<(status: number) => void, number>();
  let cancelDeadline = () => {};
  let cancelLeave = () => {};

  /** Of the last failure. Infinite without, or if the clock was set back since. */
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
    // Who still waits asks for itself.
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
    // Who leads stays until the others have heard it: the next in the queue would check once more.
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

  function goAlone(): void {
    isAlone = true;
    if (waiting.size > 0) void check();
  }

  function lead(): Promise<void> {
    return new Promise((release) => {
      isLeading = true;
      end.signal.addEventListener('abort', () => release(), { once: true });
      if (end.signal.aborted) release();
      // Also for those who have asked whoever led before.
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
    // What is remembered is for those who ask.
    if (ageMs === 0) onHeard(isOwnServer(status));
    settle(status, ageMs);
  });
  // Some browsers throw where storage is denied, others reject: then nobody else has it either. Aborted: nobody waits any more.
  (async () => locks.request(name, { signal: end.signal }, lead))().catch(goAlone);

  return {
    ask(maxAgeMs) {
      if (isLeading || isAlone) return check();
      if (failureAgeMs() < maxAgeMs) return Promise.resolve(nobody);
      return new Promise((resolve) => {
        waiting.set(resolve, maxAgeMs);
        post({ status: null, ageMs: maxAgeMs });
        cancelDeadline();
        cancelDeadline = clock.setTimer(
          goAlone,
          connectivityLimits.timeoutMs + connectivityLimits.lingerMs,
        );
      });
    },
    leave,
  };
}
