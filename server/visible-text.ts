/**
 * What a terminal obeys, and what makes text look like another: control characters (C0, DEL, C1), separators of lines, and characters
 * that turn the direction of writing.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
const obeyed = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Several lines, as a terminal may have them: what it would obey is shown as JSON writes it, so that JSON keeps its meaning. Ends of lines
 * and tabs stay.
 */
export function visibleText(text: string): string {
  return text.replace(obeyed, (character, index: number) => {
    const isLayout =
      character === '\n' || character === '\t' || (character === '\r' && text[index + 1] === '\n');
    return isLayout ? character : escaped(character);
  });
}

/** One line: ends of lines are shown as well. For names, titles and whatever else stands inside of a line. */
export function visibleLine(text: string): string {
  return text.replace(obeyed, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
