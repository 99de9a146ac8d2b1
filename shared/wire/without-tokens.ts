/**
 * Tokens of signed embed URLs, and signed segments of media URLs. A script location (`:1:2`) may
 * follow either.
 */
const tokenPattern =
  /([?&]token=)(?:(?!:\d+:\d+(?:\)|\s|$))[^&#"'\s\\)])+|~\d{1,12}\.[\w-]{11}\.[\w-]{43}/g;

/**
 * Removes tokens that grant access to a private video, wherever a URL occurs in a text: a stack, a
 * message, JSON.
 */
export function withoutTokens(text: string): string {
  return text.replace(tokenPattern, '$1');
}
