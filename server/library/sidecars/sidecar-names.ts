import { readdir } from 'node:fs/promises';
import { extname, join, posix } from 'node:path';
import { servedMediaTypes } from '../media-file-types.js';

/**
 * Names in one folder that are or resemble names of sidecars, by the video's name as in
 * `plainName`.
 */
export type SidecarNames = ReadonlyMap<string, readonly string[]>;

/**
 * @param folder absolute path
 * @returns `null` if the folder cannot be read
 */
export async function readSidecarNames(folder: string): Promise<SidecarNames | null> {
  const names = await readdir(folder).catch(() => null);
  if (names === null) return null;
  const found = new Map<string, string[]>();
  for (const name of names) {
    // A film may be called `talk.json.mp4`.
    if (extname(name).toLowerCase() in servedMediaTypes) continue;
    // `.film.json.swp` and rsync's `.film.json.x7Kd2f` are unfinished sidecars.
    const visible = name.replace(/^\./, '');
    for (const { index } of visible.matchAll(/\.(json|jsn|jason)/gi)) {
      const video = plainName(visible.slice(0, index));
      found.set(video, [...(found.get(video) ?? []), name]);
    }
  }
  return found;
}

/**
 * @returns the name as people see it: file systems differ in case and in the encoding of accents
 */
function plainName(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}

/**
 * Finds names that may be meant as a video's sidecar: `film.JSON` beside `film.json`, `Film.json`,
 * `film.webm.json`, `film.json.txt`. Editors' backup copies (`film.json~`) count only if there is
 * no sidecar.
 * @param stemPath stem path of the video
 * @param media its playlists and media files
 * @param sidecar the video's sidecar, or `null`
 * @returns media paths
 */
export function meantSidecars(
  names: SidecarNames,
  {
    stemPath,
    media,
    sidecar,
  }: { stemPath: string; media: readonly string[]; sidecar: string | null },
): string[] {
  const { dir, base } = posix.parse(stemPath);
  const videos = new Set([base, ...media.map((path) => posix.basename(path))].map(plainName));
  const meant = [...videos].flatMap((video) => names.get(video) ?? []);
  const isCopy = (name: string) => name.startsWith('.') || !/\.(json|jsn|jason)$/i.test(name);
  return [...new Set(meant)]
    .filter((name) => sidecar === null || !isCopy(name))
    .map((name) => join(dir, name).replaceAll('\\', '/'))
    .filter((path) => path !== sidecar)
    .sort();
}
