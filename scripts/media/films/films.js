import { aroundTheClock } from './around-the-clock.js';
import { behindTheCurtain } from './behind-the-curtain.js';
import { closeToTheClock } from './close-to-the-clock.js';
import { fourLights } from './four-lights.js';
import { lanterns } from './lanterns.js';
import { paperTide } from './paper-tide.js';
import { sealedSea } from './sealed-sea.js';

/**
 * A video of the library. Without `package` it is only a poster and a sidecar, and needs only their
 * fields.
 * @typedef {object} Film
 * @property {string} id
 * @property {number} durationSeconds a multiple of 8: 8 s are a whole number (375) of AAC frames at
 * 48 kHz, so that picture and sound end together
 * @property {number} width of the painted frames, in pixels
 * @property {number} height of the painted frames, in pixels
 * @property {(canvas: import('../painting/canvas.js').Canvas, seconds: number) => void} paint
 * @property {number} posterAtSeconds
 * @property {Rendition[]} renditions largest first
 * @property {(film: Film, work: string) => void} package writes the delivered files from the work
 * directory
 * @property {Record<string, unknown>} sidecar the server's metadata of the video
 * @property {Label[]} [labels] titles in the picture; the sidecar's chapters by default
 * @property {import('../encoding/drawtext.js').Letters[]} [lettering] replaces the labels and the
 * time code
 * @property {import('../music/compose-music.js').Music} music
 * @property {string} [soundLanguage] language of the music, if it has several versions
 * @property {{ name: string, language: string, label: string,
 *   music: import('../music/compose-music.js').Music }[]} [otherSounds] further versions of the
 *   music, for HLS; `name` is part of file names
 */

/**
 * @typedef {{ from: number, to: number, title: string, dark?: boolean }} Label from, to: seconds
 */

/**
 * @typedef {object} Rendition
 * @property {string} name part of file names
 * @property {number} width pixels
 * @property {number} height pixels
 * @property {number} crf x264's constant rate factor: higher is smaller and worse
 * @property {string} profile of H.264
 * @property {string} level of H.264
 */

/** @type {Film[]} */
export const films = [
  fourLights,
  lanterns,
  paperTide,
  aroundTheClock,
  behindTheCurtain,
  sealedSea,
  closeToTheClock,
];
