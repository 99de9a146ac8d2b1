import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../start/code-of.js';
import { failure } from './failure.js';
import { optionLimits } from './option-limits.js';

/** @returns {string} URL-safe, and too long to guess */
export function makeSecret() {
  return randomBytes(optionLimits.secretBytes).toString('base64url');
}

/**
 * A secret for an operator who set none. It is made once, and kept in the data directory where only
 * this user can read it.
 * @param {string} dataDir must exist
 * @param {{
 *   name: 'operator-token' | 'signing-key' | 'webhook-secret',
 *   instead: string,
 *   minChars?: number,
 *   make?: () => string,
 * }} kept the file's name, the alternative to name in errors, and what makes a secret
 * @returns {{ ok: true, value: { secret: string, file: string } }
 *   | { ok: false, error: { code: 'SECRET_FILE', message: string } }}
 */
export function keepSecret(dataDir, { name, instead, minChars = 1, make = makeSecret }) {
  const file = join(dataDir, name);
  try {
    if (!existsSync(file)) writeFileSync(file, `${make()}\n`, { mode: 0o600, flag: 'wx' });
    const secret = readFileSync(file, 'utf8').trim();
    return secret.length < minChars
      ? failure(
          'SECRET_FILE',
          `${file} is ${secret === '' ? 'empty' : 'too short'}; delete it, and the server creates a new one.`,
        )
      : { ok: true, value: { secret, file } };
  } catch (error) {
    return failure(
      'SECRET_FILE',
      `${file} cannot be used (${codeOf(error)}); give this user read and write access, or ${instead}.`,
    );
  }
}
