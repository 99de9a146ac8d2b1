import type { Transaction } from 'kysely';
import type { Failure, Result } from '../../../shared/tools/result.ts';
import type { StoreDriver } from '../store-driver.ts';
import type { StoreProblem } from '../store-problem.ts';
import type { StoreTables } from '../store-tables.ts';
import { addToTotals, readTotals } from '../totals.ts';
import { viewerLimits } from '../viewer-limits.ts';
import { dropOldFeedback, viewerBytes } from '../viewer-size.ts';
import type { Change, Outcome, ViewerProblem } from '../viewer-store.ts';

/** Rolls back the transaction that it is thrown in. */
class ViewerRefusal extends Error {
  readonly failure: Failure<ViewerProblem>;

  constructor(failure: Failure<ViewerProblem>) {
    super(failure.message);
    this.failure = failure;
  }
}

const viewerFull: Failure<ViewerProblem> = {
  code: 'VIEWER_FULL',
  message:
    'This viewer has reached the limit for subscriptions, preferences, edits and feedback; remove some first.',
};
const viewersFull: Failure<ViewerProblem> = {
  code: 'VIEWERS_FULL',
  message:
    'This server’s storage for viewers’ data is full; nothing more is stored until some of it is removed.',
};
const tooManyViewers: Failure<ViewerProblem> = {
  code: 'TOO_MANY_VIEWERS',
  message: 'Too many new viewers from this network.',
};

/**
 * Each change locks its viewer's row first, so that changes of one viewer are serialized. It ends
 * by updating two sizes: the bytes of this viewer and the bytes of all viewers.
 */
export function createViewerChange(
  { transaction, writer }: Pick<StoreDriver, 'transaction' | 'writer'>,
  attempt: <T>(work: Promise<T>) => Promise<Result<T, StoreProblem>>,
) {
  return function change<Fields, T>(
    make: (within: Transaction<StoreTables>, change: Change<Fields>) => Promise<T>,
  ): (change: Change<Fields>) => Promise<Result<Outcome<T>, StoreProblem | ViewerProblem>> {
    return async (wanted) => {
      try {
        return await attempt(
          transaction(async (within) => {
            const { version, bytes } = await countChange(within, wanted);
            if (version === 1 && !wanted.canAdd()) throw new ViewerRefusal(tooManyViewers);
            const value = await make(within, wanted);
            await settleSize(within, wanted, bytes, writer);
            return { value, version };
          }),
        );
      } catch (error) {
        if (error instanceof ViewerRefusal) return { ok: false, error: error.failure };
        throw error;
      }
    };
  };
}

/** @param bytesBefore bytes of the viewer before the change; 0 for a new viewer */
async function settleSize(
  within: Transaction<StoreTables>,
  { viewer, nowMs }: Change<unknown>,
  bytesBefore: number,
  writer: StoreDriver['writer'],
): Promise<void> {
  let bytes = await viewerBytes(within, viewer);
  const tooMany = bytes - viewerLimits.viewerBytes.value;
  // A change that only removes something is always allowed, even above the limit.
  if (tooMany > 0 && bytes > bytesBefore) {
    await dropOldFeedback(within, viewer, { bytes: tooMany, beforeMs: nowMs });
    bytes = await viewerBytes(within, viewer);
    if (bytes > viewerLimits.viewerBytes.value) throw new ViewerRefusal(viewerFull);
  }
  const more = bytes - bytesBefore;
  if (more > 0 && (await readTotals(within)).viewer_bytes + more > viewerLimits.totalBytes.value)
    throw new ViewerRefusal(viewersFull);
  await within.updateTable('viewers').set({ bytes }).where('viewer', '=', viewer).execute();
  if (more !== 0) await addToTotals(within, writer, { viewer_bytes: more });
}

/** Locks the viewer's row until the end of the transaction. */
function countChange(
  transaction: Transaction<StoreTables>,
  { viewer, nowMs }: Change<unknown>,
): Promise<{ version: number; bytes: number }> {
  return transaction
    .insertInto('viewers')
    .values({ viewer, version: 1, seen_ms: nowMs, bytes: 0 })
    .onConflict((conflict) =>
      conflict.column('viewer').doUpdateSet((value) => ({
        version: value('viewers.version', '+', 1),
        seen_ms: value.ref('excluded.seen_ms'),
      })),
    )
    .returning(['version', 'bytes'])
    .executeTakeFirstOrThrow();
}
