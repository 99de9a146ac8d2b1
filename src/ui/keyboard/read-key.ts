/** What is read of a `keydown` event. */
export interface KeyPress {
  key: string;
  code: string;
  shiftKey: boolean;
}

/**
 * The key by the character that it types; keyboards that type no Latin letters count by where the key is.
 * @returns `k`, `Shift+n`, `<`, `5`, `ArrowLeft` …
 */
export function readKey({ key, code, shiftKey }: KeyPress): string {
  // French keyboards type the digits with Shift only.
  const digit = shiftKey ? undefined : /^Digit(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return digit;
  const typed = /^[\x20-\x7e]+$/.test(key) ? key : (latinKey(code, shiftKey) ?? key);
  return /^[a-z]$/i.test(typed) ? `${shiftKey ? 'Shift+' : ''}${typed.toLowerCase()}` : typed;
}

/** What the place of a key types on an American keyboard. */
function latinKey(code: string, shiftKey: boolean): string | undefined {
  const signs: Readonly<Record<string, string>> = { Comma: ',<', Period: '.>', Slash: '/?' };
  return /^Key([A-Z])$/.exec(code)?.[1] ?? signs[code]?.charAt(shiftKey ? 1 : 0);
}
