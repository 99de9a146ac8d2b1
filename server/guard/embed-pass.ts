import * as v from 'valibot';
import { parseJson } from '../http/parse-json.ts';
import { isSignature, sign } from './signature.js';

const embedderSchema = v.variant('type', [
  v.object({ type: v.literal('none') }),
  v.object({ type: v.literal('page'), origin: v.pipe(v.string(), v.url()) }),
  v.object({ type: v.literal('nameless') }),
  v.object({ type: v.literal('unknown') }),
]);

const passSchema = v.object({
  /** Unix seconds. */
  expiresSec: v.number(),
  embedder: embedderSchema,
  /** The video of the page. */
  videoId: v.string(),
  /** Until when the page's signed URL holds; `null`: it had none, or needed none. */
  untilSec: v.nullable(v.number()),
});

/**
 * What a player page brings along to the API, which sees nothing of the page around it: who that is, and what the page's own
 * address has opened. Signed, so that no page writes its own.
 */
export type EmbedPass = v.InferOutput<typeof passSchema>;

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
