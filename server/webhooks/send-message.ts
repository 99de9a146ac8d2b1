import { signMessage } from './sign-message.ts';
import { webhookLimits } from './webhook-limits.ts';
import type { WebhookMessage } from './webhook-message.ts';

/** The result of an attempt. */
export type Attempt =
  | { isDelivered: true; status: number }
  /** `status` is `null` without an answer; `problem` is for the operator. */
  | { isDelivered: false; status: number | null; problem: string };

export interface SendDeps {
  secret: string;
  /** Unix milliseconds. */
  now: () => number;
  /** Ends an attempt early. */
  signal: AbortSignal;
  /** Milliseconds for an answer. */
  answerMs?: number;
}

/** Sends a message once. Never throws. Redirects are not followed: they may lead anywhere. */
export async function sendMessage(
  url: string,
  message: Pick<WebhookMessage, 'id' | 'body'>,
  { secret, now, signal, answerMs = webhookLimits.answerMs }: SendDeps,
): Promise<Attempt> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/json', ...signMessage(message, secret, now()) },
      body: message.body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
    });
    // An answer without an end must not hold the connection.
    await answer.body?.cancel();
    const { status } = answer;
    if (answer.ok) return { isDelivered: true, status };
    const isRedirect = status >= 300 && status < 400;
    const problem = isRedirect
      ? 'It redirects, which is not followed: give the final address.'
      : `It answers ${status}.`;
    return { isDelivered: false, status, problem };
  } catch (error) {
    return { isDelivered: false, status: null, problem: problemOf(error, answerMs) };
  }
}

function problemOf(error: unknown, answerMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `No answer within ${answerMs / 1_000} s.`;
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = 'code' in cause ? String(cause.code) : cause.message;
  return `It cannot be reached (${code}).`.slice(0, webhookLimits.problemMaxChars);
}
