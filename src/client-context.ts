import type { ClientContext } from '../shared/log-batch.ts';
import type { PlayerArgs } from '../shared/player-args.ts';
import { version } from './version.ts';

/** Who is speaking, in every request. */
export function clientContext(args: PlayerArgs): ClientContext {
  return {
    client: {
      clientName: 'OFFSTAGE_EMBED',
      clientVersion: version,
      hl: args.hl || navigator.language || 'en',
    },
  };
}
