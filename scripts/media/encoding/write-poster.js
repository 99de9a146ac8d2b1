import path from 'node:path';
import { flags } from '../flags.js';
import { mediaFolder } from '../media-folder.js';
import { Canvas } from '../painting/canvas.js';
import { writeDithered } from '../painting/write-dithered.js';
import { bitexact, runFfmpeg } from '../run-ffmpeg.js';
import { posterLettering } from './lettering.js';
import { rawVideoInput } from './raw-video-input.js';

/**
 * Writes a film's poster, 1280 × 720 or 720 × 1280 pixels.
 * @param {import('../films/films.js').Film} film
 * @param {string} work directory
 */
export function writePoster(film, work) {
  const size =
    film.height > film.width ? { width: 720, height: 1280 } : { width: 1280, height: 720 };
  const canvas = new Canvas(size.width, size.height);
  film.paint(canvas, film.posterAtSeconds);
  const input = Buffer.alloc(size.width * size.height * 3);
  writeDithered(canvas, input);
  const lettering = posterLettering({ ...film, ...size }, work);
  const filters = [`setpts=PTS+${film.posterAtSeconds}/TB`, ...lettering, 'format=yuvj420p'].join(
    ',',
  );
  const file = path.join(mediaFolder, `${film.id}.jpg`);
  runFfmpeg(flags`${rawVideoInput(size)} -vf ${filters} -frames:v 1 -q:v 3 ${bitexact} ${file}`, {
    input,
  });
}
