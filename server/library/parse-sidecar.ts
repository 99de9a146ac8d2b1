import * as z from 'zod';
import { firstIssue } from '../../shared/issue.ts';
import { isSameWord, nearMiss } from './near-miss.ts';
import type { Sidecar } from './sidecar.ts';
import { sidecarSchema } from './sidecar.ts';

/** Keys by which operators close a video. A mistake in one of them must not open it. */
const closingKeys = ['private', 'embedDomains', 'playableWithin', 'clearKeys', 'drm', 'unplayable'];

/** What other products call privacy. No sidecar has these keys, so whoever writes one expects something of it. */
const foreignClosingKeys = [
  'public',
  'privacyStatus',
  'visibility',
  'unlisted',
  'hidden',
  'allowedDomains',
];

/** `addedFrom` is written and read by `offstage add`. */
const knownKeys = [...Object.keys(sidecarSchema.shape), 'addedFrom'];

export interface ParsedSidecar {
  /** What can be used of it. Private if there are doubts. */
  sidecar: Sidecar;
  /** Why nobody can be sure who may watch: a sentence's part each. */
  doubts: string[];
  /** What else is wrong: a sentence's part each. */
  mistakes: string[];
}

/**
 * Reads the JSON of a sidecar. A mistake costs the key that it is in. A mistake that may concern who may watch makes the video private:
 *
 * 1. a text that is no JSON object,
 * 2. a value that a closing key does not take (`"private": "yes"`), or a closing key that is there twice,
 * 3. a key that looks like a closing key and is none (`"Private"`, `"is_private"`), at any depth.
 */
export function parseSidecar(text: string): ParsedSidecar {
  const value = readObject(text);
  if (typeof value === 'string')
    return { sidecar: { private: true }, doubts: [value], mistakes: [] };
  const doubts: string[] = [];
  const mistakes: string[] = [];
  for (const key of closingKeys) {
    if (countOf(text, key) > 1) doubts.push(`"${key}" stands there more than once`);
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

/** @returns what is wrong, for a text that is no JSON object */
function readObject(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
    return 'it must be one JSON object, as {"title": "…"}';
  } catch (error) {
    // It quotes the text, and a warning is one line.
    return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ');
  }
}

/** In strings a quotation mark has a backslash before it, so that this counts keys alone. */
function countOf(text: string, key: string): number {
  return text.match(new RegExp(`"${key}"\\s*:`, 'g'))?.length ?? 0;
}

/** @returns the closing key that an unknown key, or one inside its value, seems to mean */
function meantClosingKey(key: string, value: unknown): string | null {
  const own = closingKeyLike(key);
  if (own !== null) return own;
  // A list of its own, as JSON may be nested more deeply than calls.
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
  const written = JSON.stringify(key.slice(0, 100));
  const isMisspelt = nearMiss(key, [meant]) !== null;
  const place = isMisspelt
    ? `write "${meant}"`
    : `say who may watch by "${meant}" at the top of the file`;
  return `${written} is not a key of this file; ${place}`;
}
