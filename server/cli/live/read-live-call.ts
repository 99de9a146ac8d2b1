import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { checkMediaDirectory } from '../add/check-media-directory.ts';
import type { CommandDeps } from '../command-deps.ts';
import { directoryOption } from '../directory-option.ts';
import { type ChosenKey, keyOption } from '../key-option.js';
import type { Call } from '../parse-command.js';
import { wrongOrigin } from '../player-origin.ts';
import { wrongId } from '../wrong-id.ts';
import { type LiveSource, parseSource } from './parse-source.ts';

export interface LiveCall {
  source: LiveSource;
  /** Absolute path. */
  mediaDir: string;
  /** `null` for a file, which needs no key. */
  key: ChosenKey | null;
}

/** @returns what a call asks for; `USAGE` with what is wrong with it */
export function readLiveCall(call: Call, deps: CommandDeps): Result<LiveCall, 'USAGE'> {
  const { values } = call;
  const from = values.get('from');
  if (from === undefined)
    return usage('--from is missing: where the stream comes from, such as rtmp://0.0.0.0/live.');
  const problem = wrongId(values) ?? wrongOrigin(values);
  if (problem !== null) return usage(problem);
  const source = parseSource(from, deps.cwd);
  if (!source.ok) return usage(source.error.message);
  const unused = ['data', 'signing-key'].find((name) => values.has(name));
  if (source.value.type === 'file' && unused !== undefined)
    return usage(`--${unused} has no effect with a file, which needs no stream key; leave it out.`);
  const key = source.value.type === 'file' ? null : keyOption(call, deps);
  if (key !== null && !key.ok) return usage(key.error.message);
  const mediaDir = directoryOption('media', call, deps);
  const directory = checkMediaDirectory(mediaDir, 'written');
  if (directory !== null) return usage(directory);
  return ok({ source: source.value, mediaDir, key: key === null ? null : key.value });
}

function usage(sentence: string): Result<never, 'USAGE'> {
  return err('USAGE', sentence);
}
