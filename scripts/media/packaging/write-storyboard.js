import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { webVtt } from '../captions/web-vtt.js';
import { videoFile } from '../encoding/work-files.js';
import { flags } from '../flags.js';
import { mediaFolder } from '../media-folder.js';
import { framesPerSecond } from '../rates.js';
import { bitexact, runFfmpeg } from '../run-ffmpeg.js';

// Pixels.
const tile = { width: 160, height: 90 };
const tileSeconds = 2;
const columns = 8;

/**
 * Writes one picture of many small ones, and a WebVTT file with the place of each moment in it.
 * @param {import('../films/films.js').Film} film
 * @param {string} work directory of the encoded tracks
 */
export function writeStoryboard(film, work) {
  const count = film.durationSeconds / tileSeconds;
  const image = `${film.id}.storyboard.jpg`;
  writeImage(videoFile(film, work, film.renditions[0].name), path.join(mediaFolder, image), count);
  const cues = Array.from({ length: count }, (_, i) => {
    const x = (i % columns) * tile.width;
    const y = Math.floor(i / columns) * tile.height;
    const text = `${image}#xywh=${x},${y},${tile.width},${tile.height}`;
    return { start: i * tileSeconds, end: (i + 1) * tileSeconds, text };
  });
  writeFileSync(path.join(mediaFolder, `${film.id}.storyboard.vtt`), webVtt(cues));
}

/**
 * @param {string} video
 * @param {string} image
 * @param {number} count of tiles
 */
function writeImage(video, image, count) {
  const every = tileSeconds * framesPerSecond;
  const filters = [
    // The frame in the middle of each interval represents it best.
    `select='eq(mod(n,${every}),${Math.floor(every / 2)})'`,
    `scale=${tile.width}:${tile.height}:flags=area`,
    `tile=${columns}x${Math.ceil(count / columns)}`,
  ].join(',');
  runFfmpeg(
    flags`-i ${video} -vf ${filters} -frames:v 1 -q:v 4 -pix_fmt yuvj420p ${bitexact} ${image}`,
  );
}
