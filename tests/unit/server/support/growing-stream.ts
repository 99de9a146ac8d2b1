import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Playlist {
  /** Numbers of the first and the last segment. */
  first?: number;
  last: number;
  /** Lines after the header, such as a playlist type. */
  tags?: readonly string[];
  isEnded?: boolean;
}

/** A media playlist of two-second segments, as ffmpeg writes it. */
export function growingPlaylist({ first = 0, last, tags = [], isEnded = false }: Playlist): string {
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    '#EXT-X-TARGETDURATION:2',
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    ...tags,
    ...numbers.flatMap((number) => ['#EXTINF:2.000000,', `show${number}.ts`]),
    ...(isEnded ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n');
}

/** Replaces a file at once, as ffmpeg does. */
export function replaceFile(mediaDir: string, name: string, text: string): void {
  writeFileSync(join(mediaDir, `${name}.tmp`), text);
  renameSync(join(mediaDir, `${name}.tmp`), join(mediaDir, name));
}
