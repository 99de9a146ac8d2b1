import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The bundled library, which is committed. */
export const bundledMediaDir = fileURLToPath(new URL('../../../../media', import.meta.url));

/** A real MP4 of 32 s and 360 × 640. */
export const sampleMp4 = readFileSync(`${bundledMediaDir}/offstage002.mp4`);

/** @param uris a segment each, of 2 s */
export function mediaPlaylist(...uris: string[]): string {
  const segments = uris.map((uri) => `#EXTINF:2.0,\n${uri}`);
  return [
    '#EXTM3U',
    '#EXT-X-TARGETDURATION:2',
    '#EXT-X-MAP:URI="init.cmfi"',
    ...segments,
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}

/** @param uris a rendition each */
export function masterPlaylist(...uris: string[]): string {
  const renditions = uris.map(
    (uri) => `#EXT-X-STREAM-INF:BANDWIDTH=1000,RESOLUTION=640x360\n${uri}`,
  );
  return ['#EXTM3U', ...renditions, ''].join('\n');
}
