/** Tokens of signed embed addresses, and signed segments of media addresses. A place in a script (`:1:2`) may follow either. */
const tokenPattern =
  /([?&]token=)(?:(?!:\d+:\d+(?:\)|\s|$))[^&#"'\s\\)])+|~\d{1,12}\.[\w-]{11}\.[\w-]{43}/g;

/** Takes out what opens a private video, wherever an address stands in a text: a stack, a message, JSON. */
export function withoutTokens(text: string): string {
  return text.replace(tokenPattern, '$1');
}
