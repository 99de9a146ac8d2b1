import { basename, join, resolve } from 'node:path';
import type { Result } from '../../shared/tools/result.ts';
import { visibleLine } from '../operator/log/visible-text.js';
import { shellWord } from '../options/shell-word.js';
import type { AddedVideo } from './add/add-video.ts';
import { addVideo } from './add/add-video.ts';
import { checkMediaDirectory } from './add/check-media-directory.ts';
import { findTools } from './add/find-tools.ts';
import { removeAbandoned } from './add/workspace.ts';
import type { CommandDeps } from './command-deps.ts';
import { directoryOption } from './directory-option.ts';
import { readParts } from './edit/video-parts.ts';
import { failureExitCode, usageExitCode } from './exit-codes.js';
import type { Call } from './parse-command.js';
import { listSeparator } from './parse-command.js';
import { playerOrigin, wrongOrigin } from './player-origin.ts';
import { printedCommand, printedOption } from './printed-command.js';
import { createProgress } from './progress.ts';
import { wrongId } from './wrong-id.ts';

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
  const parts = await readParts(call, deps.cwd);
  if (!parts.ok) {
    stderr.write(`${visibleLine(parts.error.message)}\n`);
    return usageExitCode;
  }
  const mediaDir = directoryOption('media', call, deps);
  const directory = checkMediaDirectory(mediaDir, 'written');
  if (directory !== null) {
    stderr.write(`${directory}\n`);
    return usageExitCode;
  }
  const isDryRun = call.switches.has('dry-run');
  const left = isDryRun ? 0 : removeAbandoned(mediaDir);
  if (left > 0)
    stderr.write(
      `Removed the leftovers of ${left} stopped ${left === 1 ? 'command' : 'commands'}.\n`,
    );
  const isPrivate = call.switches.has('private');
  const isJson = call.switches.has('json');
  const tools = findTools(deps.env);
  const printed = printedOptions(call, mediaDir);
  const rows: AddedRow[] = [];
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
        isPrivate,
        hasLadder: !call.switches.has('no-ladder'),
        parts: parts.value,
        printed,
      },
      { tools, signal, isDryRun, onProgress: (part) => progress.update(part) },
    );
    progress.stop();
    rows.push(rowOf(name, added, { mediaDir, isPrivate, origin: playerOrigin(call, deps) }));
    if (added.ok) {
      const { videoId, title, notes, folder } = added.value;
      for (const note of notes) if (note !== '') stderr.write(`${shown}: ${visibleLine(note)}.\n`);
      if (!isJson) stdout.write(`${videoId}  ${visibleLine(title)}\n`);
      stderr.write(
        nextSteps(videoId, {
          folder: isDryRun ? null : join(mediaDir, folder),
          isPrivate,
          origin: playerOrigin(call, deps),
          isDefault: !call.values.has('origin'),
          media: printed.media,
        }),
      );
    } else {
      // That sentence ends with a command, to which a full stop would belong when pasted.
      const end = added.error.code === 'DIFFERENT' ? '' : '.';
      stderr.write(`${shown}: ${visibleLine(added.error.message)}${end}\n`);
    }
  }
  if (isJson) stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  const hasFailed = rows.some(({ error }) => error !== null && error.code !== 'ALREADY_THERE');
  return hasFailed || signal.aborted ? failureExitCode : 0;
}

/** A file in the output of `--json`. */
interface AddedRow {
  file: string;
  id: string | null;
  title: string | null;
  /** Absolute path. */
  folder: string | null;
  /** `null` for a private video, which needs a signed URL. */
  embedUrl: string | null;
  notes: readonly string[];
  error: { code: string; message: string } | null;
}

function rowOf(
  file: string,
  added: Result<AddedVideo>,
  { mediaDir, isPrivate, origin }: { mediaDir: string; isPrivate: boolean; origin: string },
): AddedRow {
  const none = { id: null, title: null, folder: null, embedUrl: null, notes: [] };
  if (!added.ok) return { file, ...none, error: added.error };
  const { videoId, title, folder, notes } = added.value;
  return {
    file,
    id: videoId,
    title,
    folder: join(mediaDir, folder),
    embedUrl: isPrivate ? null : `${origin}/embed/${videoId}`,
    notes: notes.filter((note) => note !== ''),
    error: null,
  };
}

interface Steps {
  /** `null` for a dry run. */
  folder: string | null;
  isPrivate: boolean;
  origin: string;
  /** Whether the call names no origin. */
  isDefault: boolean;
  /** `--media` for printed commands, if the call has it. */
  media: readonly string[];
}

/** @returns lines that say where the video is, how it is embedded, and what can be done next */
function nextSteps(
  videoId: string,
  { folder, isPrivate, origin, isDefault, media }: Steps,
): string {
  const rows = [
    ...(folder === null ? [] : [['folder', visibleLine(folder)]]),
    isPrivate
      ? [
          'sign',
          visibleLine(
            printedCommand('sign', videoId, [
              '--expires 2h',
              `--origin ${shellWord(origin)}`,
              ...media,
            ]),
          ),
        ]
      : ['embed', `${origin}/embed/${videoId}`],
    ...(isPrivate ? [['', "--data names the server's data directory, if it is another"]] : []),
    ...(isDefault ? [['', `${origin} is the default; --origin names your player's address`]] : []),
    ...(folder === null
      ? []
      : [
          [
            'change',
            visibleLine(
              printedCommand('edit', videoId, [
                '--title TEXT --captions en=FILE --poster FILE',
                ...media,
              ]),
            ),
          ],
        ]),
  ];
  return rows.map(([label = '', text = '']) => `  ${label.padEnd(8)}${text}\n`).join('');
}

/** The call's media directory and parts, which printed commands repeat. */
function printedOptions({ values }: Call, mediaDir: string) {
  const parts = ['captions', 'poster', 'chapters'].flatMap((name) =>
    (values.get(name)?.split(listSeparator) ?? []).map((value) => printedOption(name, value)),
  );
  return { media: values.has('media') ? [printedOption('media', mediaDir)] : [], parts };
}

function wrongCall({ arguments: files, values }: Call): string | null {
  const single = ['title', 'id', 'captions', 'poster', 'chapters'].find((name) => values.has(name));
  if (single !== undefined && files.length > 1)
    return `--${single} works with one file only; add the others without it.`;
  return wrongId(values) ?? wrongOrigin(values);
}
