import { anyPlayback } from '../../shared/telemetry/playback-dimensions.ts';
import type { ServerOptions } from '../options/server-options.js';
import type { ServerStore } from '../store/server-store.ts';
import { StoreError } from '../store/store-problem.ts';
import type { NoteNews } from './watch-videos.ts';
import { webhookLimits } from './webhook-limits.ts';

const { budgetsEveryMs, budgetsSpanMs, budgetEmbedsCount, budgetMetShare } = webhookLimits;

export interface BudgetDeps {
  store: { reports: Pick<ServerStore['reports'], 'cost'> };
  /** Unix milliseconds. */
  now: () => number;
}

/**
 * Compares what embeds cost with the operator's budgets. A budget is reported once when it is
 * exceeded and once when it is met again, also over restarts.
 * @param states of all names; changes with each look
 * @returns a look
 */
export function watchBudgets(
  budgets: ServerOptions['budgets'],
  { store, now }: BudgetDeps,
  states: ReadonlyMap<string, string>,
  note: NoteNews,
): () => Promise<void> {
  let lastMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const nowMs = now();
    if (budgets.length === 0 || nowMs - lastMs < budgetsEveryMs) return;
    lastMs = nowMs;
    const time = { fromMs: nowMs - budgetsSpanMs, toMs: nowMs + 1 };
    const costs = await store.reports
      .cost({ ...time, videoId: null, ...anyPlayback })
      .catch((error: unknown) => {
        // The next look asks again; the store's absence is a report of its own.
        if (error instanceof StoreError) return null;
        throw error;
      });
    if (costs === null) return;
    for (const { measure, figure, limit } of budgets) {
      const { count: embeds, p75 } = costs.present.measures[figure];
      // Few embeds say little, and change it again soon.
      if (p75 === null || embeds < budgetEmbedsCount) continue;
      const name = `budget ${measure}`;
      const isReported = states.has(name);
      const data = { measure, limit, p75, embeds, spanMs: budgetsSpanMs };
      if (!isReported && p75 > limit)
        note([{ type: 'budget.exceeded', data }], new Map([[name, 'exceeded']]));
      else if (isReported && p75 <= limit * budgetMetShare)
        note([{ type: 'budget.met', data }], new Map([[name, null]]));
    }
  };
}
