import { manifestUrl } from './media-path.js';

/** Attributes with the address of a segment, or with the template of several. */
const addresses = /\s(?:media|initialization|sourceURL)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** A tag with its attributes, or text. */
const token = /<(\/?)([\w:.-]+)((?:"[^"]*"|'[^']*'|[^"'>])*)>|([^<]+)/g;

/**
 * @param {string} xml
 * @param {string} path media path of the MPD
 * @returns {string[]} addresses of its files; templates keep their `$Number$`. None for a dynamic
 *   MPD, as for the library: its segments change over time
 */
export function mpdReferences(xml, path) {
  const text = xml.replaceAll(/<!--[\s\S]*?-->/g, '').replaceAll(/<\?[\s\S]*?\?>/g, '');
  if (/<(?:\w+:)?MPD\s[^>]*\btype\s*=\s*["']dynamic/.test(text)) return [];
  /** @type {string[]} */
  const found = [];
  /** Addresses to which those inside each open element are relative. */
  const bases = [manifestUrl(path)];
  let isBaseUrl = false;
  for (const [, slash, tag = '', attributes = '', content] of text.matchAll(token)) {
    const base = bases.at(-1) ?? '';
    if (content !== undefined) {
      // A BaseURL holds for the element around it.
      if (isBaseUrl && bases.length > 1) {
        bases[bases.length - 2] = resolve(content.trim(), base);
        found.push(bases[bases.length - 2] ?? '');
      }
    } else if (slash === '/') {
      if (bases.length > 1) bases.pop();
      isBaseUrl = false;
    } else {
      for (const [, double, single] of attributes.matchAll(addresses))
        found.push(resolve(double ?? single ?? '', base));
      if (attributes.endsWith('/')) continue;
      bases.push(base);
      isBaseUrl = /(?:^|:)BaseURL$/.test(tag);
    }
  }
  return found;
}

/**
 * @param {string} address as written in XML
 * @param {string} base
 */
function resolve(address, base) {
  // `%05d` is no percent-encoding.
  const plain = address.replaceAll('&amp;', '&').replaceAll(/\$(\w+)%0\d+d\$/g, '$$$1$$');
  return URL.canParse(plain, base) ? new URL(plain, base).href : base;
}
