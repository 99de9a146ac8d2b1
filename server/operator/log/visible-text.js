/**
 * Characters that control a terminal or disguise text: control characters (C0, DEL, C1), line
 * separators, and marks that change the writing direction.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
const obeyed = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Makes control characters visible in text of several lines. It uses JSON's escapes, so that JSON
 * keeps its meaning. Line ends and tabs stay.
 * @param {string} text
 */
export function visibleText(text) {
  return text.replace(obeyed, (character, index) => {
    const isLayout =
      character === '\n' || character === '\t' || (character === '\r' && text[index + 1] === '\n');
    return isLayout ? character : escaped(character);
  });
}

/**
 * The same for one line, with line ends escaped too: for names, titles and other text within a
 * line. Plain JavaScript, because `npm run sign` runs before anything is installed.
 * @param {string} text
 */
export function visibleLine(text) {
  return text.replace(obeyed, escaped);
}

/** @param {string} character */
function escaped(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
