import { createHmac, randomBytes } from 'node:crypto';
import type { Result } from '../../shared/tools/result.ts';
import { err, ok } from '../../shared/tools/result.ts';
import { keepSecret } from '../options/keep-secret.js';
import { webhookLimits } from './webhook-limits.ts';
import type { WebhookMessage } from './webhook-message.ts';

/** Secrets of Standard Webhooks begin with it; the rest is Base64. */
const secretPrefix = 'whsec_';

/**
 * Reads the secret of a data directory, or makes it. Its file has it as receivers' libraries take
 * it.
 */
export function findWebhookSecret(dataDir: string): Result<string, 'SECRET_FILE'> {
  const kept = keepSecret(dataDir, {
    name: 'webhook-secret',
    instead: 'start the server without --webhook',
    make: () => secretPrefix + randomBytes(webhookLimits.secretBytes).toString('base64'),
  });
  if (!kept.ok) return kept;
  const { secret, file } = kept.value;
  if (keyOf(secret).length >= webhookLimits.secretMinBytes) return ok(secret);
  return err(
    'SECRET_FILE',
    `${file} is no secret of a webhook, which is ${secretPrefix} and Base64 of ${webhookLimits.secretMinBytes} bytes or more; delete it, and the server creates a new one.`,
  );
}

/** @returns the bytes of a secret; none if it is not one */
function keyOf(secret: string): Buffer {
  return secret.startsWith(secretPrefix)
    ? Buffer.from(secret.slice(secretPrefix.length), 'base64')
    : Buffer.alloc(0);
}

/**
 * Signs a message by Standard Webhooks 1.0 (https://www.standardwebhooks.com), “Signature scheme”:
 * HMAC-SHA256 over id, time and body.
 * @param nowMs Unix milliseconds of this attempt; receivers refuse old ones
 */
export function signMessage(
  { id, body }: Pick<WebhookMessage, 'id' | 'body'>,
  secret: string,
  nowMs: number,
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const signature = createHmac('sha256', keyOf(secret))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
