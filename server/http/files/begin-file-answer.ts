import type { Context } from 'hono';
import { answerLimits } from '../answer-limits.ts';
import { clientAddress } from '../client-address.ts';
import { clientNetwork } from '../client-network.ts';
import { busyReply, tooManyReply } from '../error-reply.ts';
import type { ServerEnv } from '../server-env.ts';
import type { FileAnswer } from './file-answers.ts';

/**
 * Counts a file that is about to be sent, until the answer is sent or its connection closes.
 * @returns the refusal if there is no room
 */
export function beginFileAnswer(context: Context<ServerEnv>): FileAnswer | Response {
  const { outgoing, files } = context.env;
  const answer = files.begin(clientNetwork(clientAddress(context)), () => outgoing.destroy());
  if (typeof answer !== 'string') {
    if (outgoing.destroyed) answer.end();
    else outgoing.once('close', answer.end);
    return answer;
  }
  context.header('Cache-Control', 'no-store');
  return answer === 'client_full'
    ? tooManyReply(
        context,
        answerLimits.fileRetryMs,
        'TOO_MANY_FILES',
        'Too many files are being sent to this address.',
      )
    : busyReply(
        context,
        'SERVER_BUSY',
        'The server is sending too many files; send the request again.',
      );
}
