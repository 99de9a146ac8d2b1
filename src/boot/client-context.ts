import { contextLimits } from '../../shared/limits/context-limits.ts';
import type { PlayerArgs, Variable } from '../../shared/player/player-args.ts';
import type { ClientContext } from '../../shared/telemetry/log-batch.ts';
import { parseExperimentIds } from '../../shared/wire/experiment-ids.ts';
import { version } from './version.ts';

/**
 * Identifies the client in every request.
 * @param forcedExperimentIds the page config's `serializedForcedExperimentIds`
 */
export function clientContext(args: PlayerArgs, forcedExperimentIds: Variable = ''): ClientContext {
  const experimentIds = parseExperimentIds(`${forcedExperimentIds}`);
  return {
    client: {
      clientName: 'OFFSTAGE_EMBED',
      clientVersion: version,
      // The server refuses requests with a longer one.
      hl: (args.hl || navigator.language || 'en').slice(0, contextLimits.languageMaxChars),
      ...(experimentIds?.length && { experimentIds }),
    },
  };
}
