import * as z from 'zod';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import type { SizeLimits } from './fit-size.ts';

export interface OEmbedQuery extends SizeLimits {
  url: string;
  format: 'json' | 'xml';
}

/** An empty value counts as missing: many programs send all parameters that they know. */
const pixels = z
  .string()
  .regex(/^0*\d{0,6}$/)
  .transform((text) => (text === '' ? null : Number(text)))
  .refine((count) => count !== 0)
  .optional();

const querySchema = z.object({
  url: z.string().check(z.minLength(1)),
  maxwidth: pixels,
  maxheight: pixels,
});
const formatSchema = z._default(z.enum(['', 'json', 'xml']), '');

const problems: Readonly<Record<string, [code: string, message: string]>> = {
  url: [
    'NO_URL',
    'url is missing: set it to the percent-encoded URL of the video’s page or player.',
  ],
  maxwidth: [
    'BAD_SIZE',
    'maxwidth is invalid: use whole pixels from 1 to 999999, or leave it out.',
  ],
  maxheight: [
    'BAD_SIZE',
    'maxheight is invalid: use whole pixels from 1 to 999999, or leave it out.',
  ],
};

/**
 * Parses a query of `/oembed` (oEmbed 1.0, §2.2). Unknown parameters are ignored.
 * @returns `NO_URL`, `BAD_SIZE` or `GIVEN_TWICE` for a malformed query, `BAD_FORMAT` for an unknown
 * format
 */
export function parseOEmbedQuery(query: URLSearchParams): Result<OEmbedQuery> {
  const given = Object.fromEntries(query);
  const twice = ['url', 'maxwidth', 'maxheight', 'format'].find(
    (name) => query.getAll(name).length > 1,
  );
  if (twice !== undefined)
    return err('GIVEN_TWICE', `${twice} occurs more than once; send it once.`);
  const format = z.safeParse(formatSchema, given.format);
  if (!format.success) return err('BAD_FORMAT', 'This format is not supported; use json or xml.');
  const parsed = z.safeParse(querySchema, given);
  if (!parsed.success) {
    const [name] = parsed.error.issues.map(({ path }) => String(path[0]));
    const [code, message] = problems[name ?? ''] ?? ['BAD_QUERY', 'The query cannot be read.'];
    return err(code, message);
  }
  const { url, maxwidth = null, maxheight = null } = parsed.data;
  return ok({ url, maxWidth: maxwidth, maxHeight: maxheight, format: format.data || 'json' });
}
