import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './code-of.js';
import { failure } from './failure.js';

const secretBytes = 24;

/** @returns {string} URL-safe, and longer than anybody could guess */
export function makeSecret() {
  return randomBytes(secretBytes).toString('base64url');
}

/**
 * A secret for an operator who gave none: made once, kept in the data directory for this user's eyes only.
 * @param {string} dataDir must exist
 * @param {{ name: 'operator-token' | 'signing-key', instead: string, minChars?: number }} kept the file's name, and what one can do without it
 * @returns {{ ok: true, value: { secret: string, file: string } } | { ok: false, error: { code: 'SECRET_FILE', message: string } }}
 */
export function keepSecret(dataDir, { name, instead, minChars = 1 }) {
  const file = join(dataDir, name);
  try {
    if (!existsSync(file)) writeFileSync(file, `${makeSecret()}\n`, { mode: 0o600, flag: 'wx' });
    const secret = readFileSync(file, 'utf8').trim();
    return secret.length < minChars
      ? failure(
          'SECRET_FILE',
          `${file} is ${secret === '' ? 'empty' : 'too short'}; delete it, and a new one is made.`,
        )
      : { ok: true, value: { secret, file } };
  } catch (error) {
    return failure(
      'SECRET_FILE',
      `${file} cannot be used (${codeOf(error)}); allow this user to read and write it, or ${instead}.`,
    );
  }
}
