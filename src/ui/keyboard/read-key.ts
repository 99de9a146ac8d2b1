/** Fields read from a `keydown` event. */
export interface KeyPress {
  key: string;
  code: string;
  shiftKey: boolean;
}

/**
 * Names a key by the character that it types. On keyboards without Latin letters its position
 * counts.
 */
export function readKey({ key, code, shiftKey }: KeyPress): string {
  // French keyboards need Shift to type digits.
  const digit = shiftKey ? undefined : /^Digit(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return digit;
  const typed = /^[\x20-\x7e]+$/.test(key) ? key : (latinKey(code, shiftKey) ?? key);
  return /^[a-z]$/i.test(typed) ? `${shiftKey ? 'Shift+' : ''}${typed.toLowerCase()}` : typed;
}

/** The character that the key in this position types on an American keyboard. */
function latinKey(code: string, shiftKey: boolean): string | undefined {
  const signs: Readonly<Record<string, string>> = { Comma: ',<', Period: '.>', Slash: '/?' };
  return /^Key([A-Z])$/.exec(code)?.[1] ?? signs[code]?.charAt(shiftKey ? 1 : 0);
}
