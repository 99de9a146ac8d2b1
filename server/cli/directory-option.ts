import { resolve } from 'node:path';
import { visibleLine } from '../operator/log/visible-text.js';
import { textWithoutArgument } from '../options/server-option.js';
import { serverOptions } from '../options/server-options.js';
import type { CommandDeps } from './command-deps.ts';
import { defaultNote, isDefault } from './default-note.js';
import type { Call } from './parse-command.js';

const options = { media: serverOptions.mediaDir, data: serverOptions.dataDir };

/**
 * The directory that a command works on. The option wins over the server's environment variable,
 * then the server's default, which standard error names.
 * @returns an absolute path
 */
export function directoryOption(
  name: 'media' | 'data',
  { values }: Pick<Call, 'values'>,
  { env, cwd, stderr }: Pick<CommandDeps, 'env' | 'cwd' | 'stderr'>,
): string {
  const directory = resolve(cwd, values.get(name) ?? textWithoutArgument(options[name], env));
  if (isDefault(options[name], values, env))
    stderr.write(defaultNote(`${name} directory`, visibleLine(directory), options[name]));
  return directory;
}
