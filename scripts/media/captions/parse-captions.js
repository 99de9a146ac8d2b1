/** @typedef {import('./web-vtt.js').Cue} Cue */

/**
 * Parses captions in several languages. Blocks are separated by empty lines. Each has a line 'start
 * end' in seconds, then a line for each language, with ' / ' for a line break.
 * @param {string[]} languages
 * @param {string} text
 * @returns {Record<string, Cue[]>} by language
 */
export function parseCaptions(languages, text) {
  const blocks = text
    .trim()
    .split('\n\n')
    .map((block) => block.split('\n'));
  return Object.fromEntries(
    languages.map((language, i) => [
      language,
      blocks.map(([times, ...lines]) => toCue(times, lines[i])),
    ]),
  );
}

/**
 * @param {string} times
 * @param {string} line
 * @returns {Cue}
 */
function toCue(times, line) {
  const [start, end] = times.split(' ').map(Number);
  return { start, end, text: line.replaceAll(' / ', '\n') };
}
