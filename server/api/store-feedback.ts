import type { Result } from '../../shared/tools/result.ts';
import { ok } from '../../shared/tools/result.ts';
import type { ApiFields, ApiReply, FeedbackResponse } from '../../shared/wire/api-calls.ts';
import type { StoreProblem } from '../store/store-problem.ts';
import type { Change, ViewerProblem, ViewerStore } from '../store/viewer-store.ts';
import { keptFeedback } from './feedback-token.ts';
import type { ViewerCommands } from './viewer-commands.ts';

export interface StoreFeedbackDeps {
  viewers: Pick<ViewerStore, 'addFeedback' | 'removeFeedback'>;
  viewerCommands: Pick<ViewerCommands, 'readToken' | 'makeToken'>;
}

interface Taken {
  reply: ApiReply<'feedback'>;
  /** `null`: the viewer's data have not changed. */
  version: number | null;
}

/** The effect of a token. */
type Meaning =
  | { keep: string; undoToken?: string }
  | { remove: string }
  | { reason: NonNullable<FeedbackResponse['reason']> };

/**
 * Stores a viewer's feedback, or removes it. The feedback comes as tokens from this server's
 * replies. Unencrypted tokens are stored as they are, for the operator's own pages.
 */
export async function storeFeedback(
  asked: Change<ApiFields<'feedback'>>,
  { viewers, viewerCommands }: StoreFeedbackDeps,
): Promise<Result<Taken, StoreProblem | ViewerProblem>> {
  const { feedbackTokens, isFeedbackTokenUnencrypted = false } = asked.fields;
  const meanings = feedbackTokens.map((token) =>
    isFeedbackTokenUnencrypted ? { keep: token } : meaningOf(token, viewerCommands),
  );
  const kept = meanings.flatMap((meaning) => ('keep' in meaning ? [meaning.keep] : []));
  const removed = meanings.flatMap((meaning) => ('remove' in meaning ? [meaning.remove] : []));
  let version: number | null = null;
  let known: ReadonlySet<string> = new Set();
  if (kept.length > 0) {
    const added = await viewers.addFeedback({
      ...asked,
      fields: { ...asked.fields, feedbackTokens: kept },
    });
    if (!added.ok) return added;
    ({ value: known, version } = added.value);
  }
  if (removed.length > 0) {
    const forgotten = await viewers.removeFeedback({
      ...asked,
      fields: { feedbackTokens: removed },
    });
    if (!forgotten.ok) return forgotten;
    ({ version } = forgotten.value);
  }
  return ok({
    reply: { feedbackResponses: meanings.map((meaning) => respond(meaning, known)) },
    version,
  });
}

function meaningOf(
  token: string,
  { readToken, makeToken }: StoreFeedbackDeps['viewerCommands'],
): Meaning {
  const feedback = readToken(token);
  if (typeof feedback === 'string') return { reason: feedback };
  const { kind, videoId } = feedback;
  if (kind === 'interested') return { remove: keptFeedback({ kind: 'not_interested', videoId }) };
  const keep = keptFeedback(feedback);
  return kind === 'not_interested'
    ? { keep, undoToken: makeToken({ kind: 'interested', videoId }) }
    : { keep };
}

function respond(meaning: Meaning, known: ReadonlySet<string>): FeedbackResponse {
  if ('reason' in meaning) return { isProcessed: false, reason: meaning.reason };
  if ('remove' in meaning) return { isProcessed: true };
  const { keep, undoToken } = meaning;
  return {
    ...(known.has(keep)
      ? { isProcessed: false, reason: 'GIVEN_BEFORE' as const }
      : { isProcessed: true }),
    ...(undoToken !== undefined && { undoToken }),
  };
}
