import path from 'node:path';
import { audioFile, videoFile } from '../encoding/work-files.js';
import { flags } from '../flags.js';
import { mediaFolder } from '../media-folder.js';
import { bitexact, runFfmpeg } from '../run-ffmpeg.js';

/**
 * Writes an MP4 file that can play while it loads.
 * @param {import('../films/films.js').Film} film
 * @param {string} work directory of the encoded tracks
 * @param {string} name of the rendition
 */
export function packageProgressive(film, work, name) {
  const inputs = flags`-i ${videoFile(film, work, name)} -i ${audioFile(film, work)}`;
  const file = path.join(mediaFolder, `${film.id}.mp4`);
  runFfmpeg(flags`${inputs} -map 0:v -map 1:a -c copy -movflags +faststart ${bitexact} ${file}`);
}
