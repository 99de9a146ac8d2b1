import type { Kysely, Transaction } from 'kysely';
import type { ApiFields } from '../../../shared/wire/api-calls.ts';
import type { StoreTables } from '../store-tables.ts';
import type { Change } from '../viewer-store.ts';

export async function addFeedback(
  transaction: Transaction<StoreTables>,
  { viewer, fields, nowMs }: Change<ApiFields<'feedback'>>,
): Promise<ReadonlySet<string>> {
  const { feedbackTokens, feedbackContext, isFeedbackTokenUnencrypted, shouldMerge } = fields;
  const known = shouldMerge
    ? await storedBefore(transaction, viewer, feedbackTokens)
    : new Set<string>();
  if (shouldMerge) await forgetFeedback(transaction, viewer, feedbackTokens);
  const tokens = shouldMerge ? [...new Set(feedbackTokens)] : feedbackTokens;
  for (const token of tokens)
    await transaction
      .insertInto('feedback')
      .values({
        viewer,
        token,
        cpn: feedbackContext?.cpn ?? null,
        is_unencrypted: isFeedbackTokenUnencrypted ? 1 : 0,
        received_ms: nowMs,
      })
      .execute();
  return known;
}

export async function removeFeedback(
  transaction: Transaction<StoreTables>,
  { viewer, fields }: Change<{ feedbackTokens: readonly string[] }>,
): Promise<void> {
  await forgetFeedback(transaction, viewer, fields.feedbackTokens);
}

export async function feedbackOf(
  database: Kysely<StoreTables>,
  viewer: string,
  beginning: string,
): Promise<string[]> {
  const rows = await database
    .selectFrom('feedback')
    .select('token')
    .where('viewer', '=', viewer)
    .where('is_unencrypted', '=', 0)
    .execute();
  return rows.map(({ token }) => token).filter((token) => token.startsWith(beginning));
}

async function storedBefore(
  transaction: Transaction<StoreTables>,
  viewer: string,
  tokens: readonly string[],
): Promise<Set<string>> {
  const rows = await transaction
    .selectFrom('feedback')
    .select('token')
    .where('viewer', '=', viewer)
    .where('token', 'in', tokens)
    .execute();
  return new Set(rows.map(({ token }) => token));
}

async function forgetFeedback(
  transaction: Transaction<StoreTables>,
  viewer: string,
  tokens: readonly string[],
): Promise<void> {
  await transaction
    .deleteFrom('feedback')
    .where('viewer', '=', viewer)
    .where('token', 'in', tokens)
    .execute();
}
