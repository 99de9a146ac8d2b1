import { gunzipSync, inflateSync } from 'node:zlib';

/**
 * The text of a body in any logger's encoding: gzip, deflate, base64 in a form field, JSON, lines
 * of JSON. Text in Protobuf can be found without unpacking.
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

/** Checks the header: the method's number, and two bytes divisible by 31. */
function isDeflate(body: Buffer): boolean {
  return body.length > 2 && body[0] === 0x78 && body.readUInt16BE(0) % 31 === 0;
}
