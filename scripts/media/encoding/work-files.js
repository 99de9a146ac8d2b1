import path from 'node:path';

/**
 * A rendition, encoded and not yet packaged.
 * @param {{ id: string }} film
 * @param {string} work directory
 * @param {string} name of the rendition
 */
export const videoFile = (film, work, name) => path.join(work, `${film.id}-${name}.mp4`);

/**
 * A sound, encoded and not yet packaged.
 * @param {{ id: string }} film
 * @param {string} work directory
 * @param {string} name of the sound
 */
export const audioFile = (film, work, name = 'audio') => path.join(work, `${film.id}-${name}.mp4`);
