import type { Result } from '../../shared/result.ts';
import { err, ok } from '../../shared/result.ts';
import { optionList } from '../option-list.js';
import type { PostgresHost } from '../store/postgres/postgres-url.js';
import { parseStoreOptions } from '../store/store-options.js';
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
  const parsed = parseStoreOptions((name) => {
    const option = optionList.find((known) => known.name === name);
    if (option === undefined) throw new Error(`no option ${name}`);
    const given = name === 'store' ? (values.get(name) ?? env[option.env]) : undefined;
    return { text: given || option.fallback, source: `--${name}` };
  });
  return parsed.ok ? ok(parsed.value.postgres) : err('BAD_STORE', parsed.message);
}
