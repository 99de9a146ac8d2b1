import type { StoreDriver } from '../../store-driver.ts';
import { reportLimits } from '../report-limits.ts';
import { summedColumns } from './playbacks-in.ts';
import { lockSums, sumsFromMs } from './sums-state.ts';

/**
 * Deletes the sums. All stored playbacks then wait to be added to new ones.
 * @param isFirst does nothing if another server has filled the sums meanwhile
 */
export async function resetSums(
  { transactionOfMoment }: Pick<StoreDriver, 'transactionOfMoment'>,
  { isFirst = false } = {},
): Promise<void> {
  await transactionOfMoment(async (within) => {
    if (isFirst && (await sumsFromMs(within)) !== null) return;
    await lockSums(within);
    await within.deleteFrom('playback_sums').execute();
    await within.deleteFrom('playback_changes').execute();
    const { last } = await within
      .selectFrom('playbacks')
      .select(({ fn }) => fn.max('row').as('last'))
      .executeTakeFirstOrThrow();
    // In parts, because a statement may take 30 s at most.
    for (let row = 0; row < Number(last ?? 0); row += reportLimits.resetRowsCount)
      await within
        .insertInto('playback_changes')
        .columns(['sign', ...summedColumns])
        .expression((value) =>
          value
            .selectFrom('playbacks')
            .select(({ lit }) => [lit(1).as('sign'), ...summedColumns])
            .where('row', '>', row)
            .where('row', '<=', row + reportLimits.resetRowsCount)
            .orderBy('row'),
        )
        .execute();
  });
}
