import { createInterface } from 'node:readline/promises';
import { visibleLine } from '../operator/log/visible-text.js';
import { checkMediaDirectory } from './add/check-media-directory.ts';
import type { AddedEntry } from './add/read-known-videos.ts';
import { readKnownVideos } from './add/read-known-videos.ts';
import { removeAbandoned, removeFolder } from './add/workspace.ts';
import type { CommandDeps } from './command-deps.ts';
import { directoryOption } from './directory-option.ts';
import { failureExitCode, usageExitCode } from './exit-codes.js';
import type { Call } from './parse-command.js';
import { drawableStream } from './visible-stream.ts';

/**
 * `offstage remove ID…` removes all or none. It refuses files that were placed by hand, because it
 * cannot know which files belong together.
 */
export async function runRemove(call: Call, deps: CommandDeps): Promise<number> {
  const { stdout, stderr } = deps;
  const isDryRun = call.switches.has('dry-run');
  if (isDryRun && call.switches.has('yes')) {
    stderr.write(
      '--yes has no effect with --dry-run, which asks nothing; leave one of them out.\n',
    );
    return usageExitCode;
  }
  const mediaDir = directoryOption('media', call, deps);
  const problem = checkMediaDirectory(mediaDir, 'written');
  if (problem !== null) {
    stderr.write(`${problem}\n`);
    return usageExitCode;
  }
  if (!isDryRun) removeAbandoned(mediaDir);
  const known = await readKnownVideos(mediaDir);
  const chosen: AddedEntry[] = [];
  for (const id of new Set(call.arguments)) {
    const entry = known.added.find(({ videoId }) => videoId === id);
    if (entry !== undefined) chosen.push(entry);
    else {
      const cause = known.ids.has(id)
        ? 'was not added with offstage add; delete its files yourself'
        : `is not a video in ${mediaDir}; offstage list shows the videos`;
      stderr.write(`${visibleLine(id)} ${cause}.\n`);
    }
  }
  if (chosen.length < new Set(call.arguments).size) return failureExitCode;
  if (!call.switches.has('yes') && !isDryRun) {
    for (const { videoId, title, folder } of chosen)
      stderr.write(`${videoId}  ${visibleLine(title)}  (${mediaDir}/${visibleLine(folder)})\n`);
    const answer = await confirm(chosen.length, deps);
    if (answer === 'nobody') {
      stderr.write('Cannot ask for confirmation without a terminal; use --yes.\n');
      return usageExitCode;
    }
    if (answer === 'no') {
      stderr.write('Nothing was removed.\n');
      return failureExitCode;
    }
  }
  const isJson = call.switches.has('json');
  const removed: string[] = [];
  const finish = () => {
    if (isJson) stdout.write(`${JSON.stringify({ removed, isDryRun }, null, 2)}\n`);
  };
  for (const { videoId, folder } of chosen) {
    try {
      if (!isDryRun) await removeFolder(mediaDir, folder);
      removed.push(videoId);
      if (!isJson) stdout.write(`${isDryRun ? 'Would remove' : 'Removed'} ${videoId}.\n`);
    } catch (error) {
      stderr.write(
        `${videoId} cannot be removed (${error instanceof Error ? error.message : String(error)}).\n`,
      );
      finish();
      return failureExitCode;
    }
  }
  finish();
  return 0;
}

async function confirm(
  count: number,
  { stdin, stderr, signal }: CommandDeps,
): Promise<'yes' | 'no' | 'nobody'> {
  if (!stdin.isTTY) return 'nobody';
  const lines = createInterface({ input: stdin, output: drawableStream(stderr) });
  try {
    const what = count === 1 ? 'this video and its files' : `these ${count} videos and their files`;
    const answer = await lines.question(`Remove ${what}? [y/N] `, { signal });
    return /^y(es)?$/i.test(answer.trim()) ? 'yes' : 'no';
  } catch {
    // Ctrl-C, or the end of the input.
    return 'no';
  } finally {
    lines.close();
  }
}
