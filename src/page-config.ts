import { type ConfigProblem, type PageConfig, pageConfigElementId } from '../shared/page-config.ts';
import { type RawArgs, rawArgsFromUrl } from '../shared/player-args.ts';
import { readFields } from '../shared/read-fields.ts';
import { parseAs } from '../shared/shape.ts';
import { pageConfigShape } from '../shared/shapes/page-config.ts';

/** The config that the server wrote into the page; without one, what the page's own address says. */
export function readPageConfig(document: Document): unknown {
  const text = document.getElementById(pageConfigElementId)?.textContent?.trim();
  if (!text) return {};
  try {
    return JSON.parse(text);
  } catch {
    // `parsePageConfig` refuses it, and the viewer sees why.
    return null;
  }
}

/** Checked, with the variables as they stand in the config or in the address. */
export type PlayerConfig = Omit<PageConfig, 'args'> & { args: RawArgs };

export interface ParsedConfig {
  config: PlayerConfig;
  /** What the player does without; grows with what is found out later. */
  problems: ConfigProblem[];
}

/** Field by field. Only of a config that is no object nothing is left: not even the address is asked for a video then. */
export function parsePageConfig(
  value: unknown,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): ParsedConfig {
  const { output, problems } = readFields((given) => parseAs(pageConfigShape, given), value);
  const config: PlayerConfig = { args: {}, ...output };
  if (output && Object.keys(config.args).length === 0)
    config.args = rawArgsFromUrl(pathname, new URLSearchParams(search));
  return { config, problems };
}
