import { envelopeLimits } from '../../../shared/limits/envelope-limits.ts';
import type { PageConfig } from '../../../shared/page/page-config.ts';
import { parseExperimentIds } from '../../../shared/wire/experiment-ids.ts';
import type { Assignment } from '../../experiments/assign-arms.ts';

/**
 * Adds to a page what its experiments give it: their numbers before the operator's own, and their
 * flags after.
 */
export function addAssignment<Config extends PageConfig>(
  config: Config,
  { experimentIds, flags, runtime }: Pick<Assignment, 'experimentIds' | 'flags' | 'runtime'>,
): Config {
  if (experimentIds.length === 0) return config;
  const context = config.webPlayerContextConfig;
  const own = parseExperimentIds(`${context?.serializedForcedExperimentIds ?? ''}`) ?? [];
  const ownFlags = `${context?.serializedExperimentFlags ?? ''}`;
  return {
    ...config,
    args: { ...config.args, ...(runtime !== null && { runtime }) },
    webPlayerContextConfig: {
      ...context,
      // First, because reports count the first ones.
      serializedForcedExperimentIds: [...experimentIds, ...own]
        .slice(0, envelopeLimits.experimentsCount)
        .join(','),
      ...(flags.length > 0 && {
        serializedExperimentFlags: [ownFlags, ...flags].filter((flag) => flag !== '').join('&'),
      }),
    },
  };
}
