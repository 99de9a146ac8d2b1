import type { OEmbedVideo } from './describe-oembed.ts';

/**
 * Characters that XML 1.0 (§2.2) cannot contain, even escaped. Lone surrogates are not characters.
 */
const notInXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** The same answer as an XML document (oEmbed 1.0, §2.3.3). */
export function writeOEmbedXml(answer: OEmbedVideo): string {
  const elements = Object.entries(answer).map(
    ([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`,
  );
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${elements.join('')}</oembed>\n`;
}

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(notInXml, '')
    .replace(/[&<>"'\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
