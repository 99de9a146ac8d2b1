import { parseAccept } from 'hono/utils/accept';
import { answerLimits } from './answer-limits.ts';

/** @returns the languages of an `Accept-Language` header, best first, without those with `q=0` */
export function acceptedLanguages(header = ''): readonly string[] {
  return parseAccept(header.slice(0, answerLimits.acceptLanguageMaxChars))
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q)
    .map(({ type }) => type);
}
