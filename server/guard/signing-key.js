import { keepSecret } from '../keep-secret.js';

/** As long as what it makes: guessing one is no easier than the other. */
export const signingKeyMinChars = 32;

/**
 * What this server signs URLs with: the operator's key, or one of its own.
 * @param {{ signingKey: string | null, dataDir: string }} options the directory must exist
 */
export function findSigningKey({ signingKey, dataDir }) {
  if (signingKey !== null)
    return { ok: /** @type {const} */ (true), value: { secret: signingKey, file: null } };
  return keepSecret(dataDir, {
    name: 'signing-key',
    instead: 'give one with --signing-key',
    minChars: signingKeyMinChars,
  });
}
