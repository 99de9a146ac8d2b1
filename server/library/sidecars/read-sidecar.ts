import { realpath } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { isInside } from '../../http/files/is-inside.js';
import type { VideoFiles } from '../group-files.js';
import { liesInPrivateFolder } from '../private-folder.js';
import { parseSidecar } from './parse-sidecar.ts';
import { readJsonText } from './read-json-text.js';
import type { Sidecar } from './sidecar.ts';
import type { SidecarNames } from './sidecar-names.ts';
import { meantSidecars, readSidecarNames } from './sidecar-names.ts';

export interface ReadSidecar {
  sidecar: Sidecar;
  /** A sentence for each problem. */
  warnings: string[];
}

/**
 * Reads the sidecars of a media directory. A video is private when in doubt: its sidecar is
 * invalid, or a file that resembles its sidecar restricts it. So is every video in a folder called
 * `private`.
 * @param groups all groups of files, so that no sidecar is attributed to another video
 */
export function createSidecarReader(
  mediaDir: string,
  groups: readonly VideoFiles[],
): (files: VideoFiles) => Promise<ReadSidecar> {
  const claimed = new Set(
    groups.flatMap(({ media, sidecar }) => (media.length > 0 ? [sidecar] : [])),
  );
  const folders = new Map<string, Promise<SidecarNames | null>>();
  const namesOf = (folder: string) => {
    const names = folders.get(folder) ?? readSidecarNames(join(mediaDir, folder));
    folders.set(folder, names);
    return names;
  };

  return async (files) => {
    const { stemPath, media, sidecar: path } = files;
    const found: ReadSidecar = { sidecar: {}, warnings: [] };
    if (path !== null) {
      const { sidecar, doubts, mistakes } = await readParsed(mediaDir, path);
      found.sidecar = sidecar;
      for (const doubt of doubts)
        found.warnings.push(`${path}: ${doubt}; the video is private until this is fixed.`);
      for (const mistake of mistakes) found.warnings.push(`${path}: ${mistake}.`);
    }
    if (media.length === 0) return found;

    const names = await namesOf(posix.dirname(stemPath));
    const others =
      names === null ? [] : meantSidecars(names, files).filter((other) => !claimed.has(other));
    for (const other of others) {
      const { sidecar, doubts } = await readParsed(mediaDir, other);
      const isClosed = sidecar.private === true || sidecar.embedDomains !== undefined;
      const cause = doubts[0] === undefined ? '' : ` (${doubts[0]})`;
      const what = `${other}: it looks like the JSON file of ${stemPath} but is not used${cause}`;
      const fix = `name the right one ${posix.basename(stemPath)}.json and delete the others`;
      found.warnings.push(`${what}; ${fix}${isClosed ? '. The video is private until then' : ''}.`);
      if (!isClosed) continue;
      found.sidecar = { ...found.sidecar, private: true };
    }
    if (names === null) {
      found.sidecar = { ...found.sidecar, private: true };
      found.warnings.push(
        `${stemPath}: its folder cannot be listed and may contain its JSON file; the video is private until the folder can be read.`,
      );
    }
    if (liesInPrivateFolder(stemPath)) found.sidecar = { ...found.sidecar, private: true };
    return found;
  };
}

async function readParsed(
  mediaDir: string,
  path: string,
): Promise<ReturnType<typeof parseSidecar>> {
  const doubtful = (doubt: string) => ({
    sidecar: { private: true },
    doubts: [doubt],
    mistakes: [],
  });
  const file = join(mediaDir, path);
  // A dangling link has no real path, and reading it reports that.
  const [root, real] = await Promise.all([realpath(mediaDir), realpath(file).catch(() => null)]);
  if (real !== null && !isInside(real, root))
    return doubtful('it is a link that leads out of the media directory');
  const text = await readJsonText(file, path);
  return text.ok
    ? parseSidecar(text.value)
    : doubtful(text.error.message.slice(`${path}: `.length));
}
