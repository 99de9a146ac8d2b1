import type { RawArgs, Variable } from './player-args.ts';
import { rawArgsFromUrl } from './player-args.ts';

/** The page config takes no longer names and values; see `pageConfigSchema`. */
const nameMaxChars = 100;
const valueMaxChars = 10_000;

/**
 * Player variables of an embed URL, over those that the operator gives to every page.
 * @param defaults of the operator's page config
 */
export function argsOfAddress(
  defaults: Readonly<RawArgs>,
  pathname: string,
  query: Iterable<[string, string]> & { has(name: string): boolean },
): RawArgs {
  const raw = { ...defaults, ...rawArgsFromUrl(pathname, query) };
  // Addresses do not start by themselves unless they say so; the operator's pages may.
  if (!query.has('autoplay') && defaults.autoplay !== undefined) raw.autoplay = defaults.autoplay;
  // It has opened what it is to open; nothing else on the page needs it.
  delete raw.token;
  return raw;
}

/** @returns those that a page config takes */
export function withinLimits(raw: RawArgs): Record<string, Variable> {
  const args: Record<string, Variable> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (value !== undefined && name.length <= nameMaxChars && String(value).length <= valueMaxChars)
      args[name] = value;
  }
  return args;
}
