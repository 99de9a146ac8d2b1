import type { Ear } from './bridge/hear-messages.ts';
import { type Bridge, startBridge } from './bridge/start-bridge.ts';
import { asHost } from './device/watch-choices.ts';
import type { Diagnose } from './diagnose.ts';
import { pageClock } from './page-clock.ts';
import type { Player } from './player.ts';
import { version } from './version.ts';

/** Lets host pages command this player. */
export function startHostBridge(player: Player, diagnose: Diagnose, ear: Ear): Bridge {
  const { store, controller, services, playback, config, args, choices, hostCaused } = player;
  let measuring: Promise<typeof import('./performance/measure-for-host.ts')> | undefined;
  return startBridge(
    {
      store,
      controller: asHost(controller, choices),
      enableJsApi: args.enableJsApi,
      opaqueHosts: config.opaqueHosts,
      origin: args.origin,
      widgetId: args.widgetId,
      clock: pageClock,
      readFacts: () => ({
        origin: location.origin,
        version,
        nowMs: Date.now(),
        // Few messages need it, and reading it can make the browser lay out the page.
        get size() {
          return { width: innerWidth, height: innerHeight };
        },
      }),
      languages: player.languages,
      diagnose: diagnose.whole,
      readLoss: services.accounting,
      watchLoss: services.onNews,
      setConsent: services.setConsent,
      measure(...asked) {
        // Once, so that what a host says first counts first. If the script fails to load, the
        // rejection is reported as unhandled.
        measuring ??= import('./performance/measure-for-host.ts');
        void measuring.then((module) => module.measureForHost(player, ...asked));
      },
      onCommand(func, details, startsPlayback) {
        if (startsPlayback) playback.asker = 'host';
        hostCaused('host_command', { func, ...details });
      },
    },
    ear,
  );
}
