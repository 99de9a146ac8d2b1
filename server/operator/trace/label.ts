import { sessionTraceLimits } from './session-trace-limits.ts';

/** @returns the label of an entry: its name, and a detail if there is one */
export function labelled(name: string, detail: unknown): string {
  const isText = typeof detail === 'string' || typeof detail === 'number';
  return (isText ? `${name}: ${detail}` : name).slice(0, sessionTraceLimits.labelMaxChars);
}
