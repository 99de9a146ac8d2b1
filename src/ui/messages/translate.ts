import { english } from './en.ts';

export type MessageKey = keyof typeof english;

export function t(key: MessageKey, values: Record<string, string> = {}): string {
  return english[key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** @returns the sentence for an error of the catalogue; `null` for errors that only the server can explain */
export function errorMessage(name: string): string | null {
  const key = `error.${name}`;
  return Object.hasOwn(english, key) ? t(key as MessageKey) : null;
}
