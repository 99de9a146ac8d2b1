/**
 * PlayReady's module wraps its request in XML: a base64 body and HTTP headers. Newer modules return
 * the plain body.
 * @param message from the content decryption module: UTF-16 XML or bytes
 */
export function playReadyChallenge(message: Uint8Array<ArrayBuffer>): {
  body: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
} {
  const xml = new TextDecoder('utf-16le').decode(message);
  const challenge = /<Challenge[^>]*>([^<]+)<\/Challenge>/.exec(xml)?.[1];
  if (challenge === undefined)
    return { body: message, headers: { 'Content-Type': 'text/xml; charset=utf-8' } };
  const headers: Record<string, string> = {};
  for (const [, name, value] of xml.matchAll(/<name>([^<]*)<\/name>\s*<value>([^<]*)<\/value>/g))
    if (name !== undefined && value !== undefined) headers[name] = value;
  return { body: Uint8Array.from(atob(challenge.trim()), (char) => char.charCodeAt(0)), headers };
}
