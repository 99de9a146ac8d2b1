import { stripVTControlCharacters } from 'node:util';

/** Text of files and from viewers, as a terminal may have it: nothing in it moves the cursor or ends the line. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
  return stripVTControlCharacters(text).replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ');
}
