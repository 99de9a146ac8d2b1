import type { Result } from '../../shared/tools/result.ts';
import { err, ok } from '../../shared/tools/result.ts';
import { textWithoutArgument } from '../options/server-option.js';
import { serverOptions } from '../options/server-options.js';
import type { PostgresHost } from '../store/postgres/postgres-url.js';
import type { CommandDeps } from './command-deps.ts';
import type { Call } from './parse-command.js';

/**
 * The store that a command reads. The option wins over the server's environment variable, then
 * SQLite.
 * @returns PostgreSQL servers, `null` for the SQLite file in the data directory, `BAD_STORE` for
 * any other value
 */
export function storeOption(
  { values }: Pick<Call, 'values'>,
  { env }: Pick<CommandDeps, 'env'>,
): Result<readonly PostgresHost[] | null, 'BAD_STORE'> {
  const option = serverOptions.postgres;
  const text = values.get(option.name) || textWithoutArgument(option, env);
  const parsed = option.parse({ text, source: `--${option.name}` });
  return parsed.ok ? ok(parsed.value) : err('BAD_STORE', parsed.message);
}
