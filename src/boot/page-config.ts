import {
  type ConfigProblem,
  type PageConfig,
  pageConfigElementId,
} from '../../shared/page/page-config.ts';
import { pageConfigShape } from '../../shared/page/shapes/page-config.ts';
import { type RawArgs, rawArgsFromUrl } from '../../shared/player/player-args.ts';
import { readFields } from '../../shared/tools/read-fields.ts';
import { parseAs } from '../../shared/tools/shape.ts';

/** Reads the config that the server wrote into the page. Without one, the page's URL counts. */
export function readPageConfig(document: Document): unknown {
  const text = document.getElementById(pageConfigElementId)?.textContent?.trim();
  if (!text) return {};
  try {
    return JSON.parse(text);
  } catch {
    // `parsePageConfig` refuses it and the viewer sees why.
    return null;
  }
}

/** Validated, except for the variables: they stay as given in the config or URL. */
export type PlayerConfig = Omit<PageConfig, 'args'> & { args: RawArgs };

export interface ParsedConfig {
  config: PlayerConfig;
  /** Fields that were ignored; problems found later are added. */
  problems: ConfigProblem[];
}

/**
 * Validates field by field. If the config is not an object, nothing is used, not even a video in
 * the URL.
 */
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
