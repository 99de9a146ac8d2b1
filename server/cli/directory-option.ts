import { resolve } from 'node:path';
import { textWithoutArgument } from '../options/server-option.js';
import { serverOptions } from '../options/server-options.js';
import type { CommandDeps } from './command-deps.ts';
import type { Call } from './parse-command.js';

const options = { media: serverOptions.mediaDir, data: serverOptions.dataDir };

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
  return resolve(cwd, values.get(name) ?? textWithoutArgument(options[name], env));
}
