import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { intakeLimits } from '../../shared/limits/intake-limits.ts';
import type { Failure, Result } from '../../shared/tools/result.ts';
import { err, ok } from '../../shared/tools/result.ts';
import { clientAddress } from '../http/client-address.ts';
import { clientNetwork } from '../http/client-network.ts';
import { busyReply, errorReply, tooManyReply } from '../http/error-reply.ts';
import type { BodyBudget } from '../http/fairness/body-budget.ts';
import type { Admission } from '../http/fairness/fair-slots.ts';
import type { RateLimit } from '../http/fairness/rate-limit.ts';
import { readBody } from '../http/read-body.ts';
import type { ServerEnv } from '../http/server-env.ts';
import { whenAnswered } from '../http/when-answered.ts';
import { isGzipped, unpackBody, unpackedMaxBytesOf } from './unpack-body.ts';

/** Why a body was refused; nothing of it was stored. */
export interface Refusal extends Failure {
  /** Only with `RATE_LIMITED`: milliseconds until the same request can succeed. */
  waitMs?: number;
}

/**
 * A received body with its size on the wire. If reading stopped early, the size is what was read.
 */
export type ReceivedBody =
  | { ok: true; value: { text: string; wireBytes: number } }
  | { ok: false; error: Refusal & { wireBytes: number } };

export interface BodyLimits {
  bodyMaxBytes: number;
  unpackedMaxBytes: number;
}

/**
 * Reads and unpacks a body sent to the intake. The content type is ignored: beacons and pages of
 * opaque origins send `text/plain`, because JSON would need a preflight. Resolves when the body has
 * its turn: the caller must parse it at once.
 * @param budget limits the body's cost
 * @param limits without `unpackedMaxBytes` the body is not unpacked
 */
export async function receiveBody(
  context: Context<ServerEnv>,
  budget: BodyBudget,
  limits: Pick<BodyLimits, 'bodyMaxBytes'> & Partial<BodyLimits> = intakeLimits,
): Promise<ReceivedBody> {
  const client = clientOf(context);
  const overspent = refuseOverspent(budget.received, client);
  if (overspent !== null) return { ok: false, error: { ...overspent, wireBytes: 0 } };
  const room = budget.roomFor(client);
  const body = await readBody(context.env, { maxBytes: limits.bodyMaxBytes, room });
  if (!body.ok) {
    // The unread rest must not be parsed as the next request.
    context.header('Connection', 'close');
    const { readBytes, ...failure } = body.error;
    return { ok: false, error: { ...failure, wireBytes: readBytes } };
  }
  const wireBytes = body.value.length;
  const gone = new AbortController();
  whenAnswered(context.env.outgoing, () => gone.abort());
  const plain = await unpackFairly(context, body.value, {
    client,
    budget,
    limits,
    gone: gone.signal,
  });
  if (!plain.ok) return { ok: false, error: { ...plain.error, wireBytes } };
  budget.received.take(client, plain.value.length);
  const turn = await budget.turns.next(client, plain.value.length, gone.signal);
  if (turn !== 'admitted') return { ok: false, error: { ...notAdmitted[turn], wireBytes } };
  const text = decode(plain.value);
  return text.ok
    ? ok({ text: text.value, wireBytes })
    : { ok: false, error: { ...text.error, wireBytes } };
}

interface Unpacking {
  client: string;
  budget: BodyBudget;
  limits: Partial<BodyLimits>;
  gone: AbortSignal;
}

/** Reserves memory before unpacking, so that no client exceeds its share. */
async function unpackFairly(
  context: Context<ServerEnv>,
  body: Buffer,
  { client, budget, limits, gone }: Unpacking,
): Promise<Result<Buffer> | { ok: false; error: Refusal }> {
  if (limits.unpackedMaxBytes === undefined) return ok(body);
  const isPacked = isGzipped(body, context.req.header('Content-Encoding'));
  if (!isPacked.ok) return isPacked;
  if (!isPacked.value) return ok(body);
  const slot = await budget.unpacking.enter(client, gone);
  if (slot !== 'admitted') return { ok: false, error: notAdmitted[slot] };
  const room = budget.roomFor(client);
  try {
    // The client's other requests may have spent its share meanwhile.
    const overspent = refuseOverspent(budget.received, client);
    if (overspent !== null) return { ok: false, error: overspent };
    const reservedBytes = unpackedMaxBytesOf(body, limits.unpackedMaxBytes);
    if (!room.take(reservedBytes)) return { ok: false, error: notAdmitted.full };
    const unpacked = await unpackBody(body, reservedBytes);
    const keptBytes = unpacked.ok ? unpacked.value.length : 0;
    room.release(reservedBytes - keptBytes);
    if (gone.aborted) room.release(keptBytes);
    else gone.addEventListener('abort', () => room.release(keptBytes));
    // Charge a compression bomb for all the bytes that it was allowed to unpack.
    if (!unpacked.ok) budget.received.take(client, reservedBytes);
    return unpacked;
  } finally {
    budget.unpacking.leave();
  }
}

function decode(plain: Buffer): Result<string, 'BAD_TEXT'> {
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(plain));
  } catch {
    return err('BAD_TEXT', 'The body is not UTF-8 text.');
  }
}

/** @returns the client's key in the limits */
export function clientOf(context: Context<ServerEnv>): string {
  return clientNetwork(clientAddress(context));
}

/** @returns the refusal if the client has spent its share of this minute, else `null` */
export function refuseOverspent(limit: RateLimit, client: string): Refusal | null {
  const waitMs = limit.waitMs(client);
  if (waitMs === 0) return null;
  return { code: 'RATE_LIMITED', message: 'This address has sent too many bytes.', waitMs };
}

const notAdmitted: Readonly<Record<Exclude<Admission, 'admitted'>, Failure>> = {
  full: {
    code: 'SERVER_BUSY',
    message: 'The server is receiving too much data; send the request again.',
  },
  gone: { code: 'BODY_INCOMPLETE', message: 'The connection closed before the request was read.' },
};

const statusOf: Readonly<Record<string, ContentfulStatusCode>> = {
  BODY_TOO_LARGE: 413,
  UNPACKED_TOO_LARGE: 413,
  TOO_COMPLEX: 413,
  UNKNOWN_ENCODING: 415,
};

/**
 * Answers a refused body: 429 or 503 (507 when the disk is full) if the client should resend it,
 * otherwise another 4xx.
 */
export function refusalReply(
  context: Context<ServerEnv>,
  { code, message, waitMs }: Refusal,
): Response {
  if (waitMs !== undefined) return tooManyReply(context, waitMs, code, message);
  if (isPassing(code)) return busyReply(context, code, message);
  return errorReply(context, statusOf[code] ?? 400, code, message);
}

/** Whether the same body may succeed later. */
export function isPassing(code: string): boolean {
  return passing.includes(code) || code.startsWith('STORE_');
}

const passing: readonly string[] = ['RATE_LIMITED', 'SERVER_BUSY', 'BODY_INCOMPLETE'];
