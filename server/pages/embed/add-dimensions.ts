import { settingLimits } from '../../../shared/limits/setting-limits.ts';
import type { PageConfig } from '../../../shared/page/page-config.ts';
import { customParameter } from '../../../shared/telemetry/custom-parameter.ts';
import { customValue } from '../../store/reports/custom/set-values.ts';

/**
 * Adds values of custom dimensions in an embed's address to its flags, which the page reports when
 * it has loaded. Thus the page needs no code for them.
 * @param names of the operator's dimensions; the address may contain anything else
 */
export function addDimensions<Config extends PageConfig>(
  config: Config,
  query: URLSearchParams,
  names: readonly string[],
): Config {
  const flags = names.flatMap((name) => {
    const value = customValue(query.get(customParameter(name)));
    return value === '' ? [] : [`${customParameter(name)}=${encodeURIComponent(value)}`];
  });
  if (flags.length === 0) return config;
  const context = config.webPlayerContextConfig;
  const own = `${context?.serializedExperimentFlags ?? ''}`;
  const all = [own, ...flags].filter((flag) => flag !== '').join('&');
  // A page refuses a longer text as a whole.
  if (all.length > settingLimits.experimentsMaxChars) return config;
  return {
    ...config,
    webPlayerContextConfig: { ...context, serializedExperimentFlags: all },
  };
}
