import { rm } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { findVideo } from '../library/find-video.js';
import { liesInPrivateFolder } from '../library/private-folder.js';
import { visibleLine } from '../operator/log/visible-text.js';
import { codeOf } from '../start/code-of.js';
import { checkMediaDirectory } from './add/check-media-directory.ts';
import type { CommandDeps } from './command-deps.ts';
import { directoryOption } from './directory-option.ts';
import type { SidecarEdits } from './edit/edit-sidecar.ts';
import { editSidecar } from './edit/edit-sidecar.ts';
import { lateChapter, readDuration } from './edit/late-chapter.ts';
import { filesToRemove, namesOf, parseRemovals } from './edit/removals.ts';
import { readParts } from './edit/video-parts.ts';
import { replaceFile, writeParts } from './edit/write-parts.ts';
import { failureExitCode, usageExitCode } from './exit-codes.js';
import type { Call } from './parse-command.js';

/** `offstage edit ID` changes a video of the library; a running server takes it within seconds. */
export async function runEdit(call: Call, deps: CommandDeps): Promise<number> {
  const { stdout, stderr, cwd } = deps;
  const say = (sentence: string) => stderr.write(`${visibleLine(sentence)}\n`);
  const { values, switches } = call;
  const [videoId = ''] = call.arguments;
  if (switches.has('private') && switches.has('public')) {
    say('--private and --public exclude each other; give one of them.');
    return usageExitCode;
  }
  const parts = await readParts(call, cwd);
  if (!parts.ok) {
    say(parts.error.message);
    return usageExitCode;
  }
  const removals = parseRemovals(values.get('remove'), values, parts.value);
  if (!removals.ok) {
    say(removals.error.message);
    return usageExitCode;
  }
  const edits = editsOf(call, parts.value.chapters);
  const changed = [
    ...Object.keys(edits),
    ...['captions', 'poster'].filter((part) => values.has(part)),
  ];
  const removed = namesOf(removals.value);
  if (changed.length + removed.length === 0) {
    say('Nothing to change; offstage edit --help lists what can be changed.');
    return usageExitCode;
  }
  const mediaDir = directoryOption('media', call, deps);
  const problem = checkMediaDirectory(mediaDir, 'written');
  if (problem !== null) {
    say(problem);
    return usageExitCode;
  }
  const video = await findVideo(mediaDir, videoId);
  if (video === null) {
    say(`${videoId} is not a video in ${mediaDir}; offstage list shows the videos.`);
    return failureExitCode;
  }
  const { stemPath, sidecar } = video;
  const folder = join(mediaDir, posix.dirname(stemPath));
  if (edits.private === false && liesInPrivateFolder(stemPath)) {
    say(
      `${videoId} lies in a folder called private, so it stays private; move it out of ${folder}.`,
    );
    return failureExitCode;
  }
  const file = join(mediaDir, sidecar ?? `${stemPath}.json`);
  const edited = await editSidecar(sidecar === null ? null : file, edits, removals.value.keys);
  if (!edited.ok) {
    say(edited.error.message);
    return edited.error.code === 'BAD_VALUE' ? usageExitCode : failureExitCode;
  }
  const { before, text } = edited.value;
  const leaving = filesToRemove(removals.value, videoId, video, before);
  if (!leaving.ok) {
    say(leaving.error.message);
    return failureExitCode;
  }
  // A live stream repeats its films without an end.
  const late =
    edits.chapters === undefined || before.live === true
      ? null
      : lateChapter(edits.chapters, await readDuration(mediaDir, video.media));
  if (late !== null) {
    say(`${late}.`);
    return failureExitCode;
  }
  const isDryRun = switches.has('dry-run');
  const files: string[] = [];
  try {
    // First, so that a video that becomes private is closed before anything is added.
    if (Object.keys(edits).length + removals.value.keys.length > 0) {
      if (!isDryRun) await replaceFile(file, text);
      files.push(file);
    }
    const stem = posix.basename(stemPath);
    if (!isDryRun) {
      const written = await writeParts(parts.value, folder, stem);
      files.push(...written.map((name) => join(folder, name)));
      for (const path of leaving.value) await rm(join(mediaDir, path), { force: true });
    }
  } catch (error) {
    say(
      `${videoId} cannot be changed (${codeOf(error)}); give this user write access to ${folder}.`,
    );
    return failureExitCode;
  }
  const done = [
    ...changed.map((part) => (part === 'private' && edits.private === false ? 'public' : part)),
    ...removed.map((part) => `${part} removed`),
  ];
  if (switches.has('json'))
    stdout.write(
      `${JSON.stringify({ id: videoId, changed, removed, folder, files, isDryRun }, null, 2)}\n`,
    );
  else stdout.write(`${isDryRun ? 'Would change' : 'Changed'} ${videoId}: ${done.join(', ')}.\n`);
  return 0;
}

function editsOf(
  { values, switches }: Pick<Call, 'values' | 'switches'>,
  chapters: SidecarEdits['chapters'] | null,
): SidecarEdits {
  const edits: SidecarEdits = {};
  for (const key of ['title', 'author', 'description'] as const) {
    const text = values.get(key);
    if (text !== undefined) edits[key] = text;
  }
  if (switches.has('private')) edits.private = true;
  if (switches.has('public')) edits.private = false;
  if (chapters !== null) edits.chapters = chapters;
  return edits;
}
