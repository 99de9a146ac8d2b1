/**
 * PlayReady's module speaks of its request in XML: what to send, base64, and with which headers. Newer ones give what to send as it is.
 * @param message of the browser's decryption module: UTF-16 XML or bytes
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
