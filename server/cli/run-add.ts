import { basename, resolve } from 'node:path';
import { isVideoId } from '../../shared/player/video-id.ts';
import { visibleLine } from '../operator/log/visible-text.ts';
import { addVideo } from './add/add-video.ts';
import { checkMediaDirectory } from './add/check-media-directory.ts';
import { findTools } from './add/find-tools.ts';
import { removeAbandoned } from './add/workspace.ts';
import type { CommandDeps } from './command-deps.ts';
import { directoryOption } from './directory-option.ts';
import { failureExitCode, usageExitCode } from './exit-codes.js';
import type { Call } from './parse-command.js';
import { createProgress } from './progress.ts';

/**
 * `offstage add FILE…` converts the files one after the other, so that each has the whole machine.
 * If one fails, the others are still added.
 */
export async function runAdd(call: Call, deps: CommandDeps): Promise<number> {
  const { stdout, stderr, signal } = deps;
  const problem = wrongCall(call);
  if (problem !== null) {
    stderr.write(`${problem}\n`);
    return usageExitCode;
  }
  const mediaDir = directoryOption('media', call, deps);
  const directory = checkMediaDirectory(mediaDir, 'written');
  if (directory !== null) {
    stderr.write(`${directory}\n`);
    return usageExitCode;
  }
  const left = removeAbandoned(mediaDir);
  if (left > 0)
    stderr.write(
      `Removed the leftovers of ${left} stopped ${left === 1 ? 'command' : 'commands'}.\n`,
    );
  const tools = findTools(deps.env);
  let failed = 0;
  for (const name of call.arguments) {
    if (signal.aborted) break;
    const shown = visibleLine(basename(name));
    const progress = createProgress(shown, stderr);
    const added = await addVideo(
      {
        file: resolve(deps.cwd, name),
        mediaDir,
        title: call.values.get('title') ?? null,
        videoId: call.values.get('id') ?? null,
        isPrivate: call.switches.has('private'),
        hasLadder: !call.switches.has('no-ladder'),
      },
      { tools, signal, onProgress: (part) => progress.update(part) },
    );
    progress.stop();
    if (added.ok) {
      const { videoId, title, notes } = added.value;
      for (const note of notes) stderr.write(`${shown}: ${visibleLine(note)}.\n`);
      stdout.write(`${videoId}  ${visibleLine(title)}\n`);
    } else {
      stderr.write(`${shown}: ${visibleLine(added.error.message)}.\n`);
      if (added.error.code !== 'ALREADY_THERE') failed += 1;
    }
  }
  return failed > 0 || signal.aborted ? failureExitCode : 0;
}

function wrongCall({ arguments: files, values }: Call): string | null {
  const single = ['title', 'id'].find((name) => values.has(name));
  if (single !== undefined && files.length > 1)
    return `--${single} works with one file only; add the others without it.`;
  const id = values.get('id');
  if (id !== undefined && !isVideoId(id))
    return `--id "${id}" is not a video id: use 11 characters of A-Z a-z 0-9 _ -, or leave it out to get a generated id.`;
  return null;
}
