import { parseExperimentIds } from '../shared/experiment-ids.ts';
import type { ClientContext } from '../shared/log-batch.ts';
import type { PlayerArgs, Variable } from '../shared/player-args.ts';
import { version } from './version.ts';

/**
 * Who is speaking, in every request.
 * @param forcedExperimentIds the page config's `serializedForcedExperimentIds`
 */
export function clientContext(args: PlayerArgs, forcedExperimentIds: Variable = ''): ClientContext {
  const experimentIds = parseExperimentIds(`${forcedExperimentIds}`);
  return {
    client: {
      clientName: 'OFFSTAGE_EMBED',
      clientVersion: version,
      hl: args.hl || navigator.language || 'en',
      ...(experimentIds?.length && { experimentIds }),
    },
  };
}
