import { writeFileSync } from 'node:fs';

export const fontFile = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf';

/**
 * A text in the picture.
 * @typedef {object} Letters
 * @property {string} text
 * @property {boolean} [expand] whether the text has a %{…} that ffmpeg replaces
 * @property {number} [from] seconds; visible all the time by default
 * @property {number} [to] seconds
 * @property {number | 'centre'} x share of the width
 * @property {number} y share of the height
 * @property {number} size share of the height
 * @property {number} [alpha] 0–1
 * @property {boolean} [dark] for a bright picture
 * @property {boolean} [onPoster] whether the poster has it too
 */

/**
 * Builds a drawtext filter. The text goes through a file, to avoid the filter's quoting.
 * @param {Letters} letters
 * @param {number} height of the picture, in pixels
 * @param {string} file to which the text is written
 * @returns {string}
 */
export function drawtext(letters, height, file) {
  writeFileSync(file, letters.text);
  const fade =
    letters.to === undefined
      ? '1'
      : `clip((t-${letters.from}-0.4)/1.2,0,1)*clip((${letters.to}-0.2-t)/1,0,1)`;
  const options = [
    `fontfile=${fontFile}`,
    `textfile=${file}`,
    `expansion=${letters.expand ? 'normal' : 'none'}`,
    `x=${letters.x === 'centre' ? '(w-text_w)/2' : `w*${letters.x}`}`,
    // Aligned on the font's baseline, so that changing digits do not make the text jump.
    `y=h*${letters.y}-ascent/2`,
    `fontsize=${Math.round(letters.size * height)}`,
    `fontcolor=${letters.dark ? '0x5a3a36' : 'white'}`,
    ...(letters.dark ? [] : ['shadowcolor=black@0.25', 'shadowx=1', 'shadowy=1']),
    `alpha='${letters.alpha ?? 0.95}*${fade}'`,
  ];
  return `drawtext=${options.join(':')}`;
}
