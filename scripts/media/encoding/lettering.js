import path from 'node:path';
import { drawtext } from './drawtext.js';

/** @typedef {import('../films/films.js').Film} Film */
/** @typedef {import('./drawtext.js').Letters} Letters */

/**
 * The filters that write text into a film's frames.
 * @param {Film} film
 * @param {string} work directory for the texts
 * @returns {string[]}
 */
export const frameLettering = (film, work) =>
  toFilters(film.lettering ?? defaultLettering(film), film, work);

/**
 * The filters that write text into a film's poster.
 * @param {Film} film with the poster's size
 * @param {string} work directory for the texts
 * @returns {string[]}
 */
export const posterLettering = (film, work) =>
  toFilters(film.lettering?.filter((letters) => letters.onPoster) ?? [], film, work);

/**
 * @param {Letters[]} lettering
 * @param {Film} film
 * @param {string} work
 */
const toFilters = (lettering, { id, height }, work) =>
  lettering.map((letters, i) => drawtext(letters, height, path.join(work, `${id}-text-${i}.txt`)));

/**
 * Titles and a small time code, high enough to stay clear of controls and captions.
 * @param {Film} film
 * @returns {Letters[]}
 */
function defaultLettering(film) {
  const labels = film.labels ?? chapterLabels(film);
  const scale = film.height > film.width ? 0.6 : 1;
  const titles = labels.map(({ from, to, title, dark }) => ({
    text: title,
    from,
    to,
    x: 0.065,
    y: 0.2,
    size: 0.068 * scale,
    dark,
  }));
  const timeCode = {
    text: '%{pts:gmtime:0:%M\\:%S}',
    expand: true,
    x: 0.067,
    y: 0.2 + 0.066 * scale,
    size: 0.032 * scale,
    alpha: 0.75,
    dark: labels[0]?.dark,
  };
  return [...titles, timeCode];
}

/** @param {Film} film */
function chapterLabels({ sidecar: { chapters = [] }, durationSeconds }) {
  return chapters.map(({ startSeconds, title }, i) => ({
    from: startSeconds,
    to: chapters[i + 1]?.startSeconds ?? durationSeconds,
    title,
  }));
}
