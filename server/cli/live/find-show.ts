import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { jsonOrNull } from '../../http/json-or-null.ts';
import { notWritten } from '../add/add-failures.ts';
import { tracksFolder } from '../add/encoding-arguments.ts';
import { freeId } from '../add/free-id.ts';
import { folderName } from '../add/name-folder.ts';
import { readKnownVideos } from '../add/read-known-videos.ts';
import { printedCommand, printedOption } from '../printed-command.js';
import { readPlaylist } from './live-playlist.ts';

export interface ShowOptions {
  /** As given. */
  name: string;
  mediaDir: string;
  title: string | null;
  videoId: string | null;
  /** `false`: not asked for. */
  isPrivate: boolean;
  /** `--media` for printed commands. */
  printedMedia: readonly string[];
}

export interface Show {
  /** Absolute path of the video's folder. */
  folder: string;
  /** The folder's name, and the stem of its files. */
  stem: string;
  videoId: string;
  title: string;
  isPrivate: boolean;
  /** Content of its sidecar, to be written; `null` for the show of an earlier run. */
  sidecar: Readonly<Record<string, unknown>> | null;
}

const sidecarSchema = z.object({
  id: z.string(),
  title: z._default(z.string(), ''),
  private: z.optional(z.boolean()),
  addedFrom: z.object({ fingerprint: z.string() }),
});

/**
 * Finds the show of an earlier run, or plans a new one. It writes nothing.
 * @returns `ALREADY_THERE` if something else has its folder, or a finished recording is in it;
 *   `DIFFERENT` if the show is there, but not as it is asked for; `ID_TAKEN`
 */
export async function findShow(
  options: ShowOptions,
): Promise<Result<Show, 'ALREADY_THERE' | 'DIFFERENT' | 'ID_TAKEN'>> {
  const { name, mediaDir, title, videoId, isPrivate } = options;
  const stem = folderName(name);
  const folder = join(mediaDir, stem);
  const fingerprint = createHash('sha256').update(`live\n${stem}`).digest('hex');
  const text = await readFile(sidecarIn(folder, stem), 'utf8').catch(() => null);
  const known = z.safeParse(sidecarSchema, jsonOrNull(text ?? ''));
  if (known.success && known.data.addedFrom.fingerprint === fingerprint)
    return knownShow({ folder, stem, sidecar: null }, known.data, options);
  if (existsSync(folder))
    return err('ALREADY_THERE', `${folder} is something else; choose another name`);
  const videos = await readKnownVideos(mediaDir);
  if (videoId !== null && videos.ids.has(videoId))
    return err('ID_TAKEN', `another video already has the id ${videoId}; choose another with --id`);
  const id = videoId ?? freeId(fingerprint, videos.ids);
  const sidecar = {
    id,
    title: title ?? name,
    ...(isPrivate && { private: true }),
    addedFrom: { name, bytes: 0, fingerprint },
  };
  return ok({ folder, stem, videoId: id, title: sidecar.title, isPrivate, sidecar });
}

async function knownShow(
  place: Pick<Show, 'folder' | 'stem' | 'sidecar'>,
  sidecar: z.infer<typeof sidecarSchema>,
  { title, videoId, isPrivate, printedMedia }: ShowOptions,
): Promise<Result<Show, 'ALREADY_THERE' | 'DIFFERENT'>> {
  const { folder } = place;
  const { id } = sidecar;
  const isKnownPrivate = sidecar.private === true;
  if (await hasRecording(join(folder, tracksFolder)))
    return err(
      'ALREADY_THERE',
      `the finished recording ${id} is in ${folder}; choose another name, or remove it: ${printedCommand('remove', id, printedMedia)}`,
    );
  if (videoId !== null && videoId !== id)
    return err(
      'DIFFERENT',
      `it is already there as ${id}, not as ${videoId}. An id stays; choose another name`,
    );
  const edits = [
    ...(title !== null && title !== sidecar.title ? [printedOption('title', title)] : []),
    ...(isPrivate && !isKnownPrivate ? ['--private'] : []),
  ];
  if (edits.length > 0)
    return err(
      'DIFFERENT',
      `it is already there as ${id}, but ${edits[0] === '--private' ? 'public' : 'with another title'}. To change it, run ${printedCommand('edit', id, [...edits, ...printedMedia])}`,
    );
  return ok({ ...place, videoId: id, title: sidecar.title, isPrivate: isKnownPrivate });
}

/**
 * Makes the folder and the sidecar of a new show.
 * @returns `NO_SPACE` or `NOT_WRITTEN` with the cause
 */
export async function makeShow({ folder, stem, sidecar }: Show): Promise<Result<void>> {
  try {
    await mkdir(join(folder, tracksFolder), { recursive: true });
    if (sidecar !== null)
      await writeFile(sidecarIn(folder, stem), `${JSON.stringify(sidecar, null, 2)}\n`);
    return ok(undefined);
  } catch (error) {
    return notWritten(error, dirname(folder));
  }
}

const sidecarIn = (folder: string, stem: string) => join(folder, `${stem}.json`);

/** @returns whether the tracks are those of a recording that has ended */
async function hasRecording(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.endsWith('.m3u8') || name.startsWith('.')) continue;
    const { isRecorded, isEnded } = readPlaylist(await readFile(join(folder, name), 'utf8'));
    if (isRecorded && isEnded) return true;
  }
  return false;
}
