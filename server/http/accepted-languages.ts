import { parseAccept } from 'hono/utils/accept';

/** Viewers list a few languages; sorting thousands would be expensive. */
const headerMaxChars = 1_000;

/** @returns the languages of an `Accept-Language` header, best first, without those with `q=0` */
export function acceptedLanguages(header = ''): readonly string[] {
  return parseAccept(header.slice(0, headerMaxChars))
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q)
    .map(({ type }) => type);
}
