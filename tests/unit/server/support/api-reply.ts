const guard = ")]}'\n";

/** @returns a reply of the API without the guard that stands before each; refusals have none */
export function parseApiReply(text: string) {
  if (text.startsWith(guard)) return JSON.parse(text.slice(guard.length));
  const json = JSON.parse(text);
  if (json?.error === undefined) throw new Error(`A reply without its guard: ${text.slice(0, 100)}`);
  return json;
}
