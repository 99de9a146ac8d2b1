import { addressLimits } from '../limits/address-limits.ts';
import type { RawArgs, Variable } from '../player/player-args.ts';
import { rawArgsFromUrl } from '../player/player-args.ts';

/**
 * Player variables of an embed URL, merged over the operator's defaults.
 * @param defaults from the operator's page config
 */
export function argsOfAddress(
  defaults: Readonly<RawArgs>,
  pathname: string,
  query: Iterable<[string, string]> & { has(name: string): boolean },
): RawArgs {
  const raw = { ...defaults, ...rawArgsFromUrl(pathname, query) };
  // A URL must ask for autoplay; the operator's default may set it.
  if (!query.has('autoplay') && defaults.autoplay !== undefined) raw.autoplay = defaults.autoplay;
  // The token has served its purpose; nothing else on the page needs it.
  delete raw.token;
  return raw;
}

/** @returns the variables that a page config accepts */
export function withinLimits(raw: RawArgs): Record<string, Variable> {
  const args: Record<string, Variable> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (
      value !== undefined &&
      name.length <= addressLimits.nameMaxChars &&
      String(value).length <= addressLimits.valueMaxChars
    )
      args[name] = value;
  }
  return args;
}
