import { keepSecret } from '../../options/keep-secret.js';
import { guardLimits } from './guard-limits.js';

/**
 * Returns the key that signs URLs: the operator's, or a generated one.
 * @param {{ signingKey: string | null, dataDir: string }} options the directory must exist
 */
export function findSigningKey({ signingKey, dataDir }) {
  if (signingKey !== null)
    return { ok: /** @type {const} */ (true), value: { secret: signingKey, file: null } };
  return keepSecret(dataDir, {
    name: 'signing-key',
    instead: 'set one with --signing-key',
    minChars: guardLimits.signingKeyMinChars,
  });
}
