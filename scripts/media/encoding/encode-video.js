import { flags } from '../flags.js';
import { Canvas } from '../painting/canvas.js';
import { writeDithered } from '../painting/write-dithered.js';
import { framesPerSecond } from '../rates.js';
import { startFfmpeg } from '../run-ffmpeg.js';
import { say } from '../say.js';
import { encoderFlags } from './encoder-flags.js';
import { frameLettering } from './lettering.js';
import { rawVideoInput } from './raw-video-input.js';
import { videoFile } from './work-files.js';

const sayEverySeconds = 8;

/**
 * Paints a film and encodes its renditions into the work directory.
 * @param {import('../films/films.js').Film} film
 * @param {string} work directory
 */
export async function encodeVideo(film, work) {
  const { id, durationSeconds, width, height } = film;
  const ffmpeg = startFfmpeg(encodeFlags(film, work));
  const canvas = new Canvas(width, height);
  // Two buffers alternate: one is painted while ffmpeg still reads the other.
  const buffers = [0, 1].map(() => Buffer.alloc(width * height * 3));
  let written = Promise.resolve();
  for (let frame = 0; frame < durationSeconds * framesPerSecond && !ffmpeg.isBroken(); frame += 1) {
    film.paint(canvas, frame / framesPerSecond);
    const bytes = buffers[frame % 2];
    writeDithered(canvas, bytes);
    await written;
    written = ffmpeg.write(bytes);
    const seconds = (frame + 1) / framesPerSecond;
    if (seconds % sayEverySeconds === 0)
      say(id, `painted and encoded ${seconds} of ${durationSeconds} s`);
  }
  await written;
  if ((await ffmpeg.end()) !== 0) throw new Error(`ffmpeg could not encode ${id}`);
}

/**
 * Encodes all renditions in one pass, so that frames are painted only once.
 * @param {import('../films/films.js').Film} film
 * @param {string} work directory
 */
function encodeFlags(film, work) {
  const { renditions } = film;
  const copies = renditions.map((_, i) => `[s${i}]`).join('');
  const lettered = ['[0:v]null', ...frameLettering(film, work)].join(',');
  const graph = [
    `${lettered},split=${renditions.length}${copies}`,
    ...renditions.map(scaleChain),
  ].join(';');
  const outputs = renditions.flatMap(
    (rendition, i) =>
      flags`-map [v${i}] ${encoderFlags(rendition)} ${videoFile(film, work, rendition.name)}`,
  );
  return flags`${rawVideoInput(film)} -filter_complex_threads 1 -filter_complex ${graph} ${outputs}`;
}

/**
 * @param {import('../films/films.js').Rendition} rendition
 * @param {number} i
 */
function scaleChain({ width, height }, i) {
  const scale = `scale=${width}:${height}:flags=bicubic+accurate_rnd+bitexact:out_color_matrix=bt709:out_range=tv`;
  return `[s${i}]${scale},format=yuv420p[v${i}]`;
}
