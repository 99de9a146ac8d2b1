import { parseWebOrigin } from '../options/parse-web-origin.js';
import { textWithoutArgument } from '../options/server-option.js';
import { serverOptions } from '../options/server-options.js';
import type { CommandDeps } from './command-deps.ts';
import type { Call } from './parse-command.js';

/** @returns the origin of embed URLs that a command prints: `--origin`, or this machine */
export function playerOrigin(
  { values }: Pick<Call, 'values'>,
  { env }: Pick<CommandDeps, 'env'>,
): string {
  const given = parseWebOrigin(values.get('origin') ?? '');
  return given ?? `http://localhost:${textWithoutArgument(serverOptions.port, env)}`;
}

/** @returns why `--origin` cannot be used, with the fix */
export function wrongOrigin(values: Call['values']): string | null {
  const origin = values.get('origin');
  return origin !== undefined && parseWebOrigin(origin) === null
    ? `--origin "${origin}" is not an origin; use one such as https://player.example.`
    : null;
}
