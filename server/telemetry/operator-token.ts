import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';

const tokenBytes = 24;

/**
 * The operator's token for a server that was given none: made once, kept in the data directory for this user's eyes only.
 * @returns the token and the file it lies in
 */
export function keepOperatorToken(dataDir: string): Result<{ token: string; file: string }, 'TOKEN_FILE'> {
  const file = join(dataDir, 'operator-token');
  try {
    if (!existsSync(file))
      writeFileSync(file, `${randomBytes(tokenBytes).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    const token = readFileSync(file, 'utf8').trim();
    return token === ''
      ? err('TOKEN_FILE', `${file} is empty; delete it, and a new token is made.`)
      : ok({ token, file });
  } catch (error) {
    return err(
      'TOKEN_FILE',
      `${file} cannot be used (${error instanceof Error ? error.message : String(error)}); give a token with --token.`,
    );
  }
}
