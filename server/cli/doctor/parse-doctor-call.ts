import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { parseOptions } from '../../options/parse-options.js';
import { parseWebOrigin } from '../../options/parse-web-origin.js';
import type { ServerOptions } from '../../options/server-options.js';
import type { CommandDeps } from '../command-deps.ts';
import type { Call } from '../parse-command.js';

export interface DoctorCall {
  options: ServerOptions;
  /** The public address; `null` if it is not checked. */
  origin: string | null;
}

/** @returns a mistake, in one sentence with its fix */
export function parseDoctorCall(
  { values }: Pick<Call, 'values'>,
  { env, cwd }: Pick<CommandDeps, 'env' | 'cwd'>,
): Result<DoctorCall, 'BAD_ORIGIN' | 'BAD_OPTION'> {
  const own = new Map(values);
  const text = own.get('origin') ?? null;
  own.delete('origin');
  const origin = text === null ? null : parseWebOrigin(text);
  if (text !== null && origin === null)
    return err(
      'BAD_ORIGIN',
      `--origin "${text}" is not an origin; use the public scheme, host and port without a path: https://video.example.`,
    );
  const argv = [...own].map(([name, value]) => `--${name}=${value}`);
  const options = parseOptions(argv, env, cwd);
  if (!options.ok) return err('BAD_OPTION', options.error.message);
  // The command handles --help itself.
  if (options.value === 'help')
    return err('BAD_OPTION', 'offstage doctor --help lists the options.');
  return ok({ options: options.value, origin });
}
