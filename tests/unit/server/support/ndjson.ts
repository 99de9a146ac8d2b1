/** @returns the values of newline-delimited JSON */
export function ndjsonOf(text: string) {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** @returns the values of a newline-delimited JSON answer */
export async function readNdjson(url: string) {
  return ndjsonOf(await (await fetch(url)).text());
}
