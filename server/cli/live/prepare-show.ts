import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { jsonOrNull } from '../../http/json-or-null.ts';
import { tracksFolder } from '../add/encoding-arguments.ts';
import { freeId } from '../add/free-id.ts';
import { folderName } from '../add/name-folder.ts';
import { readKnownVideos } from '../add/read-known-videos.ts';
import { readPlaylist } from './live-playlist.ts';

export interface ShowOptions {
  /** As given. */
  name: string;
  mediaDir: string;
  title: string | null;
  videoId: string | null;
  isPrivate: boolean;
}

export interface Show {
  /** Absolute path of the video's folder. */
  folder: string;
  /** The folder's name, and the stem of its files. */
  stem: string;
  videoId: string;
  title: string;
  isPrivate: boolean;
}

const sidecarSchema = z.object({
  id: z.string(),
  title: z._default(z.string(), ''),
  private: z.optional(z.boolean()),
  addedFrom: z.object({ fingerprint: z.string() }),
});

/**
 * Makes the folder of a show with its sidecar, or finds the one of an earlier run.
 * @returns `ALREADY_THERE` if something else has that folder, or a finished recording is in it;
 *   `ID_TAKEN`
 */
export async function prepareShow({
  name,
  mediaDir,
  title,
  videoId,
  isPrivate,
}: ShowOptions): Promise<Result<Show, 'ALREADY_THERE' | 'ID_TAKEN'>> {
  const stem = folderName(name);
  const folder = join(mediaDir, stem);
  const fingerprint = createHash('sha256').update(`live\n${stem}`).digest('hex');
  const sidecarFile = join(folder, `${stem}.json`);
  const text = await readFile(sidecarFile, 'utf8').catch(() => null);
  const known = z.safeParse(sidecarSchema, jsonOrNull(text ?? ''));
  if (known.success && known.data.addedFrom.fingerprint === fingerprint) {
    const { id } = known.data;
    if (await hasRecording(join(folder, tracksFolder)))
      return err(
        'ALREADY_THERE',
        `the finished recording ${id} is in ${folder}; choose another name, or remove it: npx offstage remove ${id}`,
      );
    return ok({
      folder,
      stem,
      videoId: id,
      title: known.data.title,
      isPrivate: known.data.private === true,
    });
  }
  const videos = await readKnownVideos(mediaDir);
  if (videoId !== null && videos.ids.has(videoId))
    return err('ID_TAKEN', `another video already has the id ${videoId}; choose another with --id`);
  try {
    await mkdir(folder);
  } catch {
    return err(
      'ALREADY_THERE',
      `${folder} cannot be made or is something else; choose another name`,
    );
  }
  await mkdir(join(folder, tracksFolder));
  const sidecar = {
    id: videoId ?? freeId(fingerprint, videos.ids),
    title: title ?? name,
    ...(isPrivate && { private: true }),
    addedFrom: { name, bytes: 0, fingerprint },
  };
  await writeFile(sidecarFile, `${JSON.stringify(sidecar, null, 2)}\n`);
  return ok({ folder, stem, videoId: sidecar.id, title: sidecar.title, isPrivate });
}

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
