import { resolve } from 'node:path';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { type PostgresHost, parsePostgresUrl } from '../postgres/postgres-url.js';

export interface MoveCall {
  /** Absolute path of a SQLite store. */
  from: string;
  to: readonly PostgresHost[];
}

/**
 * @param values the options, by name
 * @returns source and target; `BAD_CALL` with a sentence that names the fix
 */
export function parseMoveCall(
  values: ReadonlyMap<string, string>,
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Result<MoveCall, 'BAD_CALL'> {
  const from = values.get('from');
  if (from === undefined)
    return err(
      'BAD_CALL',
      'Name the SQLite store: --from FILE, for example .offstage/events.sqlite.',
    );
  const given = values.get('to');
  const url = given ?? env.OFFSTAGE_STORE;
  if (!url)
    return err(
      'BAD_CALL',
      'Name the PostgreSQL database: --to postgres://USER:PASSWORD@HOST:5432/DATABASE.',
    );
  const to = parsePostgresUrl(url);
  // Not quoted, because it may contain a password.
  if (to === null)
    return err(
      'BAD_CALL',
      `${given === undefined ? 'OFFSTAGE_STORE' : '--to'} is not a PostgreSQL URL; use postgres://USER:PASSWORD@HOST:5432/DATABASE.`,
    );
  return ok({ from: resolve(cwd, from), to });
}
