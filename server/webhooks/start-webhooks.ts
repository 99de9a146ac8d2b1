import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Result } from '../../shared/tools/result.ts';
import { err, ok } from '../../shared/tools/result.ts';
import { unlessAborted } from '../http/unless-aborted.ts';
import type { Library } from '../library/scan-library.ts';
import type { Metrics } from '../operator/metrics/create-metrics.ts';
import type { ServerOptions } from '../options/server-options.js';
import { deliverMessages } from './deliver-messages.ts';
import { type Outbox, openOutbox } from './open-outbox.ts';
import { findWebhookSecret } from './sign-message.ts';
import { type BudgetDeps, watchBudgets } from './watch-budgets.ts';
import { type ConditionDeps, watchConditions } from './watch-conditions.ts';
import { watchVideos } from './watch-videos.ts';
import { webhookLimits } from './webhook-limits.ts';

export interface WebhooksDeps extends ConditionDeps, BudgetDeps {
  store: ConditionDeps['store'] & BudgetDeps['store'];
  library: Pick<Library, 'videos'>;
  /** Settles after the first reading of the library. */
  whenRead: Promise<void>;
  metrics: Pick<Metrics, 'webhookAttempts' | 'watchOutbox'>;
  /** Gets unexpected errors. */
  reportError: (error: unknown) => void;
}

export interface Webhooks {
  outbox: Outbox;
  /** Ends what is under way; messages that were not confirmed are sent again later. */
  stop(): Promise<void>;
}

/**
 * Reports to the operator's receivers what happens, by Standard Webhooks.
 * @returns `null` without receivers; `SECRET_FILE` or `OUTBOX_UNUSABLE` with the fix
 */
export function startWebhooks(
  { webhooks: urls, dataDir, budgets }: Pick<ServerOptions, 'webhooks' | 'dataDir' | 'budgets'>,
  deps: Omit<WebhooksDeps, 'dataDir'>,
): Result<Webhooks | null, 'SECRET_FILE' | 'OUTBOX_UNUSABLE'> {
  if (urls.length === 0) return ok(null);
  const secret = findWebhookSecret(dataDir);
  if (!secret.ok) return secret;
  const { now, metrics, library, whenRead } = deps;
  const reportError = reportChanges(deps.reportError);
  const file = join(dataDir, 'webhooks.sqlite');
  let outbox: Outbox;
  try {
    outbox = openOutbox(file, { urls, now, random: Math.random });
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return err(
      'OUTBOX_UNUSABLE',
      `The messages of the webhooks are in ${file}, which cannot be used (${cause}); make it readable and writable for this user, or move it away to begin a new one.`,
    );
  }
  metrics.watchOutbox(outbox);
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = [
    look(outbox, { ...deps, budgets, dataDir, library, whenRead, reportError }, signal),
    ...urls.map((url) =>
      deliverMessages(outbox, url, {
        secret: secret.value,
        now,
        signal,
        reportError,
        onAttempt: ({ isDelivered }) =>
          metrics.webhookAttempts.inc({ outcome: isDelivered ? 'delivered' : 'failed' }),
      }),
    ),
  ];
  return ok({
    outbox,
    async stop() {
      stopping.abort();
      await Promise.all(running);
      outbox.close();
    },
  });
}

/** Looks for something to report, again and again. */
async function look(
  outbox: Outbox,
  deps: WebhooksDeps & Pick<ServerOptions, 'budgets'>,
  signal: AbortSignal,
): Promise<void> {
  const states = outbox.states();
  const note: Outbox['add'] = (news, changes) => {
    outbox.add(news, changes);
    for (const [name, state] of changes)
      if (state === null) states.delete(name);
      else states.set(name, state);
  };
  const lookAtVideos = watchVideos(deps.library, states, note);
  const lookAtConditions = watchConditions(deps, states, note);
  const lookAtBudgets = watchBudgets(deps.budgets, deps, states, note);
  // The server says itself why the library cannot be read, and does not start.
  await unlessAborted(
    deps.whenRead.catch(() => {}),
    signal,
  );
  while (!signal.aborted) {
    try {
      while (!lookAtVideos() && !signal.aborted) await nextTurn();
      await lookAtConditions();
      await lookAtBudgets();
      outbox.tidy();
    } catch (error) {
      deps.reportError(error);
    }
    await wait(webhookLimits.lookEveryMs, undefined, { signal, ref: false }).catch(() => {});
  }
}

/** A full disk fails each look; it is reported once, until something else fails. */
function reportChanges(reportError: (error: unknown) => void): (error: unknown) => void {
  let last = '';
  return (error) => {
    const message = error instanceof Error ? error.message : String(error);
    if (message === last) return;
    last = message;
    reportError(error);
  };
}
