import { StringDecoder } from 'node:string_decoder';

/**
 * Passes a stream on line by line with a name before each, so that several suites can share one
 * screen.
 * @param {string} name
 * @param {(text: string) => void} write
 */
export function prefixLines(name, write) {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const print = (/** @type {string} */ line) => write(`${name} │ ${line}\n`);
  return {
    /** @param {Buffer} chunk */
    write(chunk) {
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) print(line);
    },
    end() {
      if (rest !== '') print(rest);
      rest = '';
    },
  };
}
