import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Measures a packaged rendition.
 * @param {string} folder
 * @param {string} name of the rendition's playlist, without .m3u8
 * @returns {{ peak: number, average: number, init: Buffer }} bits per second, and the
 * initialization section
 */
export function measurePlaylist(folder, name) {
  const lines = readFileSync(path.join(folder, `${name}.m3u8`), 'utf8').split('\n');
  const segments = readSegments(folder, lines);
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
  const seconds = segments.reduce((sum, segment) => sum + segment.seconds, 0);
  return {
    peak: Math.ceil(Math.max(...segments.map((segment) => (segment.bytes * 8) / segment.seconds))),
    average: Math.ceil((bytes * 8) / seconds),
    init: readInit(folder, lines),
  };
}

/**
 * @param {string} folder
 * @param {string[]} lines
 */
function readSegments(folder, lines) {
  const segments = [];
  let segment = {};
  for (const line of lines) {
    if (line.startsWith('#EXTINF:')) segment.seconds = parseFloat(line.slice(8));
    else if (line.startsWith('#EXT-X-BYTERANGE:')) segment.bytes = parseInt(line.slice(17), 10);
    else if (line && !line.startsWith('#')) {
      segments.push({ bytes: statSync(path.join(folder, line)).size, ...segment });
      segment = {};
    }
  }
  return segments;
}

/**
 * @param {string} folder
 * @param {string[]} lines
 */
function readInit(folder, lines) {
  const map = lines.find((line) => line.startsWith('#EXT-X-MAP'));
  const [, uri, length] = map.match(/URI="([^"]+)"(?:,BYTERANGE="(\d+)@)?/);
  return readFileSync(path.join(folder, uri)).subarray(0, length ? Number(length) : undefined);
}
