import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { intakeLimits } from '../../shared/limits.ts';
import type { Failure } from '../../shared/result.ts';
import { ok } from '../../shared/result.ts';
import type { BodyBudget } from '../http/body-budget.ts';
import { busyReply, errorReply } from '../http/error-reply.ts';
import { readBody } from '../http/read-body.ts';
import type { ServerEnv } from '../http/server-env.ts';
import { unpackBody } from './unpack-body.ts';

/** What a sender sent, with its size as it arrived; of a body that was not read to its end, as far as it was. */
export type ReceivedBody =
  | { ok: true; value: { text: string; wireBytes: number } }
  | { ok: false; error: Failure & { wireBytes: number } };

export interface BodyLimits {
  bodyMaxBytes: number;
  unpackedMaxBytes: number;
}

/**
 * Reads and unpacks what a page has sent to the intake. The content type is not looked at: beacons and pages of opaque origins
 * send `text/plain`, because JSON would need a preflight.
 * @param budget has room for the body until the request is answered
 */
export async function receiveBody(
  context: Context<ServerEnv>,
  budget: BodyBudget,
  { bodyMaxBytes, unpackedMaxBytes }: BodyLimits = intakeLimits,
): Promise<ReceivedBody> {
  const body = await readBody(context.env, { maxBytes: bodyMaxBytes, budget });
  if (!body.ok) {
    // What was not read must not be taken for the next request.
    context.header('Connection', 'close');
    const { readBytes, ...failure } = body.error;
    return { ok: false, error: { ...failure, wireBytes: readBytes } };
  }
  const wireBytes = body.value.length;
  const encoding = context.req.header('Content-Encoding');
  const text = await unpackBody(body.value, encoding, unpackedMaxBytes);
  return text.ok ? ok({ text: text.value, wireBytes }) : { ok: false, error: { ...text.error, wireBytes } };
}

const statusOf: Readonly<Record<string, ContentfulStatusCode>> = {
  BODY_TOO_LARGE: 413,
  UNPACKED_TOO_LARGE: 413,
  UNKNOWN_ENCODING: 415,
};

/** Answers a body of which nothing was taken over: 503 (507 without room on the disk) when it should come again, else 4xx. */
export function refusalReply(context: Context<ServerEnv>, { code, message }: Failure): Response {
  if (isBusy(code)) return busyReply(context, code, message);
  return errorReply(context, statusOf[code] ?? 400, code, message);
}

/** Whether a failure is the server's, and passes. */
export function isBusy(code: string): boolean {
  return code === 'SERVER_BUSY' || code.startsWith('STORE_');
}
