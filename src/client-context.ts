import type { ClientContext } from '../shared/log-event.ts';
import type { PlayerArgs } from '../shared/player-args.ts';

/** Set by the build from package.json. */
declare const __OFFSTAGE_VERSION__: string;

/** Who is speaking, in every request. */
export function clientContext(args: PlayerArgs): ClientContext {
  return {
    client: {
      clientName: 'OFFSTAGE_EMBED',
      clientVersion: __OFFSTAGE_VERSION__,
      hl: args.hl || navigator.language || 'en',
    },
  };
}
