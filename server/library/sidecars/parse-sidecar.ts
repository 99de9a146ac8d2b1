import * as z from 'zod';
import { isRecord } from '../../../shared/tools/is-record.ts';
import { firstIssue } from '../../../shared/tools/issue.ts';
import { isSameWord, nearMiss } from './near-miss.ts';
import type { Sidecar } from './sidecar.ts';
import { sidecarSchema } from './sidecar.ts';
import { sidecarLimits } from './sidecar-limits.ts';

/** Keys with which operators restrict a video. A mistake in one of them must not open it. */
const closingKeys = ['private', 'embedDomains', 'playableWithin', 'clearKeys', 'drm', 'unplayable'];

/** Keys for privacy in other products. No sidecar has them, so their author expects an effect. */
const foreignClosingKeys = [
  'public',
  'privacyStatus',
  'visibility',
  'unlisted',
  'hidden',
  'allowedDomains',
];

/** `offstage add` writes and reads `addedFrom`. */
const knownKeys = [...Object.keys(sidecarSchema.shape), 'addedFrom'];

export interface ParsedSidecar {
  /** The usable keys; private if there are doubts. */
  sidecar: Sidecar;
  /** Why it is unclear who may watch, each as part of a sentence. */
  doubts: string[];
  /** Other problems, each as part of a sentence. */
  mistakes: string[];
}

/**
 * Parses the JSON of a sidecar. A mistake invalidates its key. A mistake that may affect who may
 * watch makes the video private:
 *
 * 1. The text is no JSON object.
 * 2. A restricting key has an invalid value (`"private": "yes"`), or occurs twice.
 * 3. A key at any depth resembles a restricting key (`"Private"`, `"is_private"`).
 */
export function parseSidecar(text: string): ParsedSidecar {
  const value = readObject(text);
  if (typeof value === 'string')
    return { sidecar: { private: true }, doubts: [value], mistakes: [] };
  const doubts: string[] = [];
  const mistakes: string[] = [];
  for (const key of closingKeys) {
    if (countOf(text, key) > 1) doubts.push(`"${key}" occurs more than once`);
  }
  for (const key of Object.keys(value).filter((name) => !knownKeys.includes(name))) {
    const closing = meantClosingKey(key, value[key]);
    const meant = closing ?? nearMiss(key, knownKeys);
    const fix = meant === null ? null : fixOf(key, meant);
    if (fix !== null) (closing === null ? mistakes : doubts).push(fix);
  }
  const parsed = z.safeParse(sidecarSchema, value);
  const wrong = new Set<string>();
  for (const issue of parsed.error?.issues ?? []) {
    const key = String(issue.path[0]);
    if (wrong.has(key)) continue;
    wrong.add(key);
    if (closingKeys.includes(key)) doubts.push(firstIssue([issue]));
    else mistakes.push(`${firstIssue([issue])}; "${key}" is ignored`);
  }
  const usable = Object.fromEntries(Object.entries(value).filter(([key]) => !wrong.has(key)));
  const sidecar = z.parse(sidecarSchema, usable);
  return { sidecar: doubts.length > 0 ? { ...sidecar, private: true } : sidecar, doubts, mistakes };
}

/** @returns the problem, if the text is no JSON object */
function readObject(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return { ...value };
    return 'it must be a JSON object such as {"title": "…"}';
  } catch (error) {
    // The message quotes the text, and a warning must be one line.
    return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ');
  }
}

/** Counts keys only: in strings, a backslash precedes a quotation mark. */
function countOf(text: string, key: string): number {
  return text.match(new RegExp(`"${key}"\\s*:`, 'g'))?.length ?? 0;
}

/** @returns the restricting key that an unknown key, or a key inside its value, seems to mean */
function meantClosingKey(key: string, value: unknown): string | null {
  const own = closingKeyLike(key);
  if (own !== null) return own;
  // An explicit stack, because JSON may be nested deeper than the call stack allows.
  const waiting = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, below] of Object.entries(next)) {
      const inner = closingKeyLike(name);
      if (inner !== null) return inner;
      waiting.push(below);
    }
  }
  return null;
}

function closingKeyLike(key: string): string | null {
  const isForeign = foreignClosingKeys.some((foreign) => isSameWord(key, foreign));
  return isForeign ? 'private' : nearMiss(key, closingKeys);
}

function fixOf(key: string, meant: string): string {
  const written = JSON.stringify(key.slice(0, sidecarLimits.shownKeyMaxChars));
  const isMisspelt = nearMiss(key, [meant]) !== null;
  const place = isMisspelt
    ? `write "${meant}"`
    : `restrict viewers with "${meant}" at the top level of the file`;
  return `${written} is an unknown key; ${place}`;
}
