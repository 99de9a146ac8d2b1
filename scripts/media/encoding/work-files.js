import path from 'node:path';

/**
 * File of an encoded rendition before packaging.
 * @param {{ id: string }} film
 * @param {string} work directory
 * @param {string} name of the rendition
 */
export const videoFile = (film, work, name) => path.join(work, `${film.id}-${name}.mp4`);

/**
 * File of an encoded sound before packaging.
 * @param {{ id: string }} film
 * @param {string} work directory
 * @param {string} name of the sound
 */
export const audioFile = (film, work, name = 'audio') => path.join(work, `${film.id}-${name}.mp4`);
