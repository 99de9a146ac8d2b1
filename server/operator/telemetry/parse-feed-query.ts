import { intakeLimits } from '../../../shared/limits/intake-limits.ts';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';

export interface FeedQuery<Store> {
  store: Store;
  /** Return rows after this row number; `null` for the newest ones. */
  after: number | null;
  /** Maximum number of rows, up to a page's. */
  limit: number;
}

/**
 * @param stores that there are
 * @returns `BAD_NUMBER` for a malformed number, `BAD_QUERY` for contradicting parameters, or if it
 *   does not say which of several stores
 */
export function parseFeedQuery<Store>(
  query: Readonly<Record<string, string>>,
  stores: readonly Store[],
): Result<FeedQuery<Store>, 'BAD_NUMBER' | 'BAD_QUERY'> {
  const number = parseCount('store', query.store, 1);
  if (!number.ok) return number;
  const store = stores[number.value - 1];
  if (store === undefined || (query.store === undefined && stores.length > 1))
    return err(
      'BAD_QUERY',
      stores.length > 1
        ? `There are ${stores.length} stores, each with row numbers of its own: add "store=1" to "store=${stores.length}", and ask each.`
        : 'There is one store: leave "store" out.',
    );
  const after = parseCount('after', query.after, 0);
  if (!after.ok) return after;
  const limit = parseCount('limit', query.limit, intakeLimits.pageDefaultCount);
  if (!limit.ok) return limit;
  const last = parseCount('last', query.last, 0);
  if (!last.ok) return last;
  if (query.last === undefined)
    return ok({ store, after: after.value, limit: inPage(limit.value) });
  if (query.after !== undefined || query.limit !== undefined) {
    return err(
      'BAD_QUERY',
      '"last" is the number of newest rows; do not combine it with "after" or "limit".',
    );
  }
  return ok({ store, after: null, limit: inPage(last.value) });
}

function inPage(count: number): number {
  return Math.min(count, intakeLimits.pageMaxCount);
}

/** @returns a number of a query: `fallback` if it is not there, `BAD_NUMBER` if malformed */
export function parseCount(
  name: string,
  text: string | undefined,
  fallback: number,
): Result<number, 'BAD_NUMBER'> {
  if (text === undefined) return ok(fallback);
  const count = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(count)
    ? ok(count)
    : err('BAD_NUMBER', `"${name}" must be a whole number, 0 or more, without a sign.`);
}
