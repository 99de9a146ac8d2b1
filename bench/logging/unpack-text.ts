import { gunzipSync, inflateSync } from 'node:zlib';

/**
 * The text of a body in whatever a logger packs it: gzip, deflate, base64 in a form field, JSON, lines of JSON. Protobuf needs no
 * unpacking to find text in it.
 */
export function unpackText(body: Buffer): string {
  if (body[0] === 0x1f && body[1] === 0x8b) return unpackText(gunzipSync(body));
  if (isDeflate(body)) return unpackText(inflateSync(body));
  const text = body.toString('latin1');
  const form = /^data=([^&]*)/.exec(text);
  if (form?.[1] !== undefined)
    return unpackText(Buffer.from(decodeURIComponent(form[1].replaceAll('+', ' ')), 'base64'));
  return text;
}

/** Its header: the method's number, and two bytes that 31 divides. */
function isDeflate(body: Buffer): boolean {
  return body.length > 2 && body[0] === 0x78 && body.readUInt16BE(0) % 31 === 0;
}
