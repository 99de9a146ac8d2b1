import * as z from 'zod';
import { parseJson } from '../http/parse-json.ts';
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
  /** Until when the page's signed URL holds; `null`: it had none, or needed none. */
  untilSec: z.nullable(z.number()),
});

/**
 * What a player page brings along to the API, which sees nothing of the page around it: who that is, and what the page's own
 * address has opened. Signed, so that no page writes its own.
 */
export type EmbedPass = z.infer<typeof passSchema>;

export function makeEmbedPass(key: string, pass: EmbedPass): string {
  const payload = Buffer.from(JSON.stringify(pass)).toString('base64url');
  return `${payload}.${sign(key, 'pass', [payload])}`;
}

/** @returns `null` for one that this server has not signed, or that has expired */
export function readEmbedPass(key: string, text: string, nowSec: number): EmbedPass | null {
  const [, payload = '', signature = ''] = /^([\w-]+)\.([\w-]{43})$/.exec(text) ?? [];
  if (!isSignature(key, 'pass', [payload], signature)) return null;
  const pass = parseJson(Buffer.from(payload, 'base64url').toString(), passSchema, 'a pass');
  return pass.ok && pass.value.expiresSec > nowSec ? pass.value : null;
}
