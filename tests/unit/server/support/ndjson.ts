/** @returns the values of a newline-delimited JSON answer */
export async function readNdjson(url: string) {
  const text = await (await fetch(url)).text();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
