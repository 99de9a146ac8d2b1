import { resolve } from 'node:path';
import { optionList } from '../option-list.js';
import type { CommandDeps } from './command-deps.ts';
import type { Call } from './parse-command.js';

/**
 * The directory that a command works on. The option wins over the server's environment variable,
 * then the server's default.
 * @returns an absolute path
 */
export function directoryOption(
  name: 'media' | 'data',
  { values }: Pick<Call, 'values'>,
  { env, cwd }: Pick<CommandDeps, 'env' | 'cwd'>,
): string {
  const option = optionList.find((known) => known.name === name);
  if (option === undefined) throw new Error(`no option ${name}`);
  return resolve(cwd, values.get(name) ?? (env[option.env] || option.fallback));
}
