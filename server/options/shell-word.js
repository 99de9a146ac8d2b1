/** Characters that no shell interprets. */
const plain = /^[\w%+,./:@-]+$/;

/** Control and format characters, which a terminal shows escaped or not at all. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * For commands that users paste into bash or zsh.
 * @param {string} text
 * @returns {string} the text as one word of a shell. With unprintable characters it has the form
 *   `$'…'`, in which shells understand the escapes of `visibleLine`
 */
export function shellWord(text) {
  if (plain.test(text)) return text;
  return unprintable.test(text)
    ? `$'${text.replaceAll(/['\\]/g, '\\$&')}'`
    : `'${text.replaceAll("'", `'\\''`)}'`;
}
