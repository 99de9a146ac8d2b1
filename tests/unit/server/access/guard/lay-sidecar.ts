import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleMp4 } from '../../support/media-samples.ts';

export type SidecarFiles = Readonly<Record<string, string | Uint8Array>>;

/** The files beside `film.mp4`, whether the video is private then, and the operator's warning. */
export type SidecarRow = [
  what: string,
  files: SidecarFiles | ((folder: string) => void),
  verdict: 'private' | 'public',
  warning: RegExp | null,
];

/** @returns the warning that a video is private because of this mistake in its sidecar */
export const untilRight = (cause: string) =>
  new RegExp(`^film\\.json: .*${cause}.*; the video is private until this is fixed\\.$`);

/** Writes `film.mp4` with these files beside it. */
export function laySidecar(folder: string, what: SidecarRow[1]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'film.mp4'), sampleMp4);
  if (typeof what === 'function') what(folder);
  else
    for (const [name, content] of Object.entries(what)) writeFileSync(join(folder, name), content);
}
