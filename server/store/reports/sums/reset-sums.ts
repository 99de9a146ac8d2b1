import type { StoreDriver } from '../../store-driver.ts';
import { summedColumns } from './read-sums.ts';
import { lockSums } from './sums-state.ts';

/** Deletes the sums. All stored playbacks then wait to be added to new ones. */
export async function resetSums({
  transactionOfMoment,
}: Pick<StoreDriver, 'transactionOfMoment'>): Promise<void> {
  await transactionOfMoment(async (within) => {
    await lockSums(within);
    await within.deleteFrom('playback_sums').execute();
    await within.deleteFrom('playback_changes').execute();
    await within
      .insertInto('playback_changes')
      .columns(['sign', ...summedColumns])
      .expression((value) =>
        value
          .selectFrom('playbacks')
          .select(({ lit }) => [lit(1).as('sign'), ...summedColumns])
          .orderBy('row'),
      )
      .execute();
  });
}
