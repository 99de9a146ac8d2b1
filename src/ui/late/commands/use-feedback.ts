import type { FeedbackResponse } from '../../../../shared/wire/api-calls.ts';
import { usePlayerContext } from '../../controls/player-context.tsx';
import { t } from '../../controls/translation/translate.ts';
import { useControlCalls } from './use-control-calls.ts';

/**
 * Sends feedback of the viewer with the nonce of the playback, and notifies the viewer of the
 * result. The returned function takes a command if it is not in the reply's `commands`; not
 * validated yet.
 * @returns resolves to the undo token, if there is one; `null` if the server does not have the
 * feedback
 */
export function useFeedback(): (
  control: 'reportProblem' | 'notInterested',
  command?: unknown,
) => Promise<{ undoToken: string | null } | null> {
  const { playback, notices } = usePlayerContext();
  const controlCalls = useControlCalls();
  return async (control, command) => {
    const complete = (fields: Record<string, unknown>) => ({
      ...fields,
      feedbackContext: { cpn: playback.cpn },
    });
    const answer = await controlCalls.call(control, { own: null, complete, command });
    const response = answer.ok ? answer.value.feedbackResponses[0] : undefined;
    if (response?.reason !== undefined)
      controlCalls.report(`playerResponse.commands.${control}`, refusals[response.reason]);
    const isStored = response?.isProcessed === true || response?.reason === 'GIVEN_BEFORE';
    notices.show(t(isStored ? 'feedbackSent' : 'feedbackFailed'));
    return isStored ? { undoToken: response?.undoToken ?? null } : null;
  };
}

const refusals: Record<NonNullable<FeedbackResponse['reason']>, string> = {
  UNKNOWN_TOKEN: 'This feedback token is not from this server. Use one from its own reply.',
  EXPIRED_TOKEN: 'The feedback token has expired. Reload the page to get a new one.',
  GIVEN_BEFORE: 'The server already has this feedback from this viewer. It counts once.',
};
