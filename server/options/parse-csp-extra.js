/** Directives for sources; the server sets all others itself. */
const directives = [
  'script-src',
  'style-src',
  'img-src',
  'font-src',
  'media-src',
  'connect-src',
  'frame-src',
  'trusted-types',
];

/**
 * @param {string} text directives as a Content-Security-Policy has them
 * @returns {import('./server-option.js').Parsed<Readonly<Record<string, readonly string[]>>>}
 *   sources by directive
 */
export function parseCspExtra(text) {
  /** @type {Record<string, string[]>} */
  const value = {};
  for (const part of text.split(';')) {
    const [name = '', ...sources] = part.trim().split(/ +/);
    if (name === '') continue;
    if (!directives.includes(name))
      return {
        ok: false,
        message: `"${name}" is not a directive that can be extended; use ${directives.join(', ')}.`,
      };
    if (sources.length === 0)
      return {
        ok: false,
        message: `"${name}" has no source; add one after it, for example script-src https://cdn.example.`,
      };
    const wrong = sources.find((source) => !/^[\x21-\x2b\x2d-\x7e]{1,500}$/.test(source));
    if (wrong !== undefined)
      return {
        ok: false,
        message: `"${wrong}" is not a valid source; separate sources by spaces and directives by semicolons.`,
      };
    value[name] = [...(value[name] ?? []), ...sources];
  }
  return { ok: true, value };
}
