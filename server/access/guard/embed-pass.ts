import * as z from 'zod';
import { parseJson } from '../../http/parse-json.ts';
import { isSignature, sign } from './signature.js';

const embedderSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  z.object({ type: z.literal('page'), origin: z.string().check(z.url()) }),
  z.object({ type: z.literal('nameless') }),
  z.object({ type: z.literal('unknown') }),
]);

const passSchema = z.object({
  /** Unix seconds. */
  expiresSec: z.number(),
  embedder: embedderSchema,
  /** The video of the page. */
  videoId: z.string(),
  /** End of the page's signed URL in Unix seconds; `null` if it had or needed none. */
  untilSec: z.nullable(z.number()),
});

/**
 * A player page sends this pass to the API, which cannot see the page's embedder. It contains the
 * embedder, and the permission of the page's own address. It is signed, so that a page cannot forge
 * one.
 */
export type EmbedPass = z.infer<typeof passSchema>;

export function makeEmbedPass(key: string, pass: EmbedPass): string {
  const payload = Buffer.from(JSON.stringify(pass)).toString('base64url');
  return `${payload}.${sign(key, 'pass', [payload])}`;
}

/** @returns `null` if this server has not signed it, or it has expired */
export function readEmbedPass(key: string, text: string, nowSec: number): EmbedPass | null {
  const [, payload = '', signature = ''] = /^([\w-]+)\.([\w-]{43})$/.exec(text) ?? [];
  if (!isSignature(key, 'pass', [payload], signature)) return null;
  const pass = parseJson(Buffer.from(payload, 'base64url').toString(), passSchema, 'a pass');
  return pass.ok && pass.value.expiresSec > nowSec ? pass.value : null;
}
