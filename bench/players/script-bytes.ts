import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const compress = promisify(brotliCompress);
const known = new Map<string, Promise<number>>();

/**
 * @returns bytes of a text with brotli's best compression (quality 11), the same for all players,
 * whatever the server sent
 */
async function brotliBytes(text: string): Promise<number> {
  return text === '' ? 0 : (await compress(text)).length;
}

/** @returns the bytes of a file that a page loaded; each is fetched once */
export function scriptBytes(url: string): Promise<number> {
  let bytes = known.get(url);
  if (bytes === undefined) {
    bytes = fetch(url).then(async (response) => brotliBytes(await response.text()));
    known.set(url, bytes);
  }
  return bytes;
}

/** @returns the bytes of a page's inline scripts, without data blocks */
export async function inlineScriptBytes(url: string): Promise<number> {
  const html = await (await fetch(url)).text();
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>(.*?)<\/script>/gs)]
    .filter(([, attributes = '']) => !/type="(?!module|text\/javascript)/.test(attributes))
    .map(([, , text = '']) => text);
  return brotliBytes(scripts.join('\n'));
}
