import type { HostInbox } from '../bridge/host-inbox.ts';
import { type Bridge, startBridge } from '../bridge/start-bridge.ts';
import type { Diagnose } from '../diagnosis/diagnose.ts';
import { pageClock } from '../page/page-clock.ts';
import { asHost } from '../viewer/device/watch-choices.ts';
import type { Player } from './player.ts';
import { version } from './version.ts';

/** Lets host pages control this player. */
export function startHostBridge(player: Player, diagnose: Diagnose, inbox: HostInbox): Bridge {
  const { store, controller, services, playback, config, args, choices, hostCaused } = player;
  let measuring: Promise<typeof import('../telemetry/performance/measure-for-host.ts')> | undefined;
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
        // A getter, because few messages need the size, and reading it may force a layout.
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
        // Imported once, to keep the order of the host's calls. If the script fails to load, the
        // rejection is reported as unhandled.
        measuring ??= import('../telemetry/performance/measure-for-host.ts');
        void measuring.then((module) => module.measureForHost(player, ...asked));
      },
      onCommand(func, details, startsPlayback) {
        if (startsPlayback) playback.initiator = 'host';
        hostCaused('host_command', { func, ...details });
      },
    },
    inbox,
  );
}
