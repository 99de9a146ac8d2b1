import type { Result } from '../../shared/tools/result.ts';
import { err, ok } from '../../shared/tools/result.ts';
import { textWithoutArgument } from '../options/server-option.js';
import { serverOptions } from '../options/server-options.js';
import type { ClickHouseAddress } from '../store/copy/clickhouse-url.js';
import type { CommandDeps } from './command-deps.ts';
import type { Call } from './parse-command.js';

/**
 * The ClickHouse where a command reads the events that have left the store. The option wins over
 * the server's environment variable.
 * @returns `null` if neither names one, `BAD_EVENTS` for what is no such address
 */
export function eventsOption(
  { values }: Pick<Call, 'values'>,
  { env, cwd }: Pick<CommandDeps, 'env' | 'cwd'>,
): Result<ClickHouseAddress | null, 'BAD_EVENTS'> {
  const option = serverOptions.events;
  const given = values.get(option.name);
  const parsed = option.parse(
    given === undefined
      ? { text: textWithoutArgument(option, env), source: option.env, cwd }
      : { text: given, source: `--${option.name}`, cwd },
  );
  return parsed.ok ? ok(parsed.value) : err('BAD_EVENTS', parsed.message);
}
