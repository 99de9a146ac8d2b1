import path from 'node:path';
import { flags } from '../flags.js';
import { composeMusic } from '../music/compose-music.js';
import { samplesPerSecond } from '../rates.js';
import { bitexact, runFfmpeg } from '../run-ffmpeg.js';
import { audioFile } from './work-files.js';

const samplesPerAacFrame = 1024;

/**
 * Composes all versions of a film's music, and encodes them into the work directory.
 *
 * The music passes through a bare AAC stream. The stream keeps the encoder's priming frame (21 ms,
 * inaudible), so no edit list is needed. It can also be cut to whole frames.
 * @param {import('../films/films.js').Film} film
 * @param {string} work directory
 */
export function encodeAudio(film, work) {
  encode(film, work, 'audio', film.music);
  for (const { name, music } of film.otherSounds ?? []) encode(film, work, name, music);
}

/**
 * @param {import('../films/films.js').Film} film
 * @param {string} work directory
 * @param {string} name
 * @param {import('../music/compose-music.js').Music} music
 */
function encode(film, work, name, music) {
  const bare = path.join(work, `${film.id}-${name}.aac`);
  runFfmpeg(
    flags`-f s16le -ar ${samplesPerSecond} -ac 2 -i pipe:0 -c:a aac -b:a 64k ${bitexact} ${bare}`,
    {
      input: composeMusic(music, film.durationSeconds),
    },
  );
  const frames = (film.durationSeconds * samplesPerSecond) / samplesPerAacFrame;
  runFfmpeg(
    flags`-i ${bare} -c copy -frames:a ${frames} ${bitexact} ${audioFile(film, work, name)}`,
  );
}
