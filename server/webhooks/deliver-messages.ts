import { setTimeout as wait } from 'node:timers/promises';
import type { Outbox } from './open-outbox.ts';
import type { Attempt, SendDeps } from './send-message.ts';
import { sendMessage } from './send-message.ts';
import { webhookLimits } from './webhook-limits.ts';

/** `signal` ends it. */
export interface DeliverDeps extends SendDeps {
  /** Gets the result of each attempt. */
  onAttempt: (attempt: Attempt) => void;
  /** Gets unexpected errors, such as that of a full disk. */
  reportError: (error: unknown) => void;
}

/**
 * Sends the messages of one receiver, one at a time, until `signal`. A message that fails waits for
 * its next attempt, and later ones go on.
 */
export async function deliverMessages(
  outbox: Pick<Outbox, 'due' | 'note' | 'nextChange'>,
  url: string,
  { onAttempt, reportError, ...deps }: DeliverDeps,
): Promise<void> {
  const { signal } = deps;
  /** @returns whether there may be another one */
  async function step(): Promise<boolean> {
    const next = outbox.due(url);
    if (next === null) return false;
    const attempt = await sendMessage(url, next.message, deps);
    // It was cut off, and says nothing about the receiver.
    if (signal.aborted && !attempt.isDelivered) return false;
    outbox.note(next, url, attempt);
    onAttempt(attempt);
    return true;
  }

  while (!signal.aborted) {
    const change = outbox.nextChange();
    let isMore = false;
    try {
      isMore = await step();
    } catch (error) {
      reportError(error);
    }
    if (isMore) continue;
    const pause = wait(webhookLimits.lookEveryMs, undefined, { signal, ref: false });
    await Promise.race([pause.catch(() => {}), change]);
  }
}
