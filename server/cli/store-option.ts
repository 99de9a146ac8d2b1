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
 * several stores and any other value
 */
export function storeOption(
  { values }: Pick<Call, 'values'>,
  { env }: Pick<CommandDeps, 'env'>,
): Result<readonly PostgresHost[] | null, 'BAD_STORE'> {
  const option = serverOptions.stores;
  const text = values.get(option.name) || textWithoutArgument(option, env);
  const parsed = option.parse({ text, source: `--${option.name}` });
  if (!parsed.ok) return err('BAD_STORE', parsed.message);
  const [store = null, ...others] = parsed.value;
  return others.length === 0
    ? ok(store)
    : err('BAD_STORE', 'There are several stores; run the command for each, with --store URL.');
}
