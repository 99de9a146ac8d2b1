import type { Expiry } from '../../expiry.ts';
import { nextDay, spansOf, sumKinds } from './sum-periods.ts';
import { lockSums, sumsFromMs } from './sums-state.ts';

/**
 * Removes the sums of days in which documents expire. What is left of these days is counted in
 * reports: documents that have received something since.
 */
export async function expireSums({ driver, steps, cutoffMs, signal }: Expiry): Promise<void> {
  if ((await sumsFromMs(driver.database)) === null) return;
  const fromMs = nextDay(cutoffMs);
  await steps.run(async (within) => {
    await lockSums(within);
    await within
      .updateTable('playback_sums_state')
      .set({ from_ms: fromMs })
      .where('from_ms', '<', fromMs)
      .execute();
  });
  for (const kind of sumKinds)
    for (const spanMs of spansOf(kind)) {
      let isMore = true;
      while (isMore && signal?.aborted !== true)
        isMore = await steps.run(async (within, rows) => {
          const old = await within
            .selectFrom('playback_sums')
            .select('start_ms')
            .where('kind', '=', kind)
            .where('span_ms', '=', spanMs)
            .where('start_ms', '<', fromMs)
            .orderBy('start_ms')
            .limit(rows)
            .execute();
          const last = old.at(-1);
          if (last === undefined) return false;
          await within
            .deleteFrom('playback_sums')
            .where('kind', '=', kind)
            .where('span_ms', '=', spanMs)
            .where('start_ms', '<=', last.start_ms)
            .execute();
          return old.length === rows;
        });
    }
}
