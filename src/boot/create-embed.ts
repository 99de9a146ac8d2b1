import type { ConfigProblem } from '../../shared/page/page-config.ts';
import { type PlayerArgs, parsePlayerArgs } from '../../shared/player/player-args.ts';
import type { Consent } from '../../shared/rpc/consent.ts';
import type { LossAccounting } from '../../shared/rpc/loss-accounting.ts';
import type { FlushReport } from '../../shared/rpc/rpc.ts';
import type { LogPayload } from '../../shared/telemetry/log-event.ts';
import type { ViewerAction } from '../../shared/telemetry/viewer-action.ts';
import type { Result } from '../../shared/tools/result.ts';
import type { CallApi } from '../../shared/wire/api-calls.ts';
import type { HostInbox } from '../bridge/host-inbox.ts';
import type { Diagnosis } from '../diagnosis/diagnose.ts';
import { inOwnTask } from '../page/lifecycle/own-task.ts';
import { watchUserActivity } from '../page/lifecycle/user-activity.ts';
import { whenIdle } from '../page/lifecycle/when-idle.ts';
import { whenMoving } from '../page/lifecycle/when-moving.ts';
import { pageClock } from '../page/page-clock.ts';
import { findStage } from '../page/stage-elements.ts';
import { createPlayerProxy } from '../player/session/player-proxy.ts';
import { createPlayerStore } from '../player/state/player-store.ts';
import type { LogOptions } from '../services/log-call.ts';
import type { FlushFailure } from '../services/service-calls.ts';
import { type ServicesOptions, startServices } from '../services/start-services.ts';
import { clientContext } from './client-context.ts';
import { type PlayerConfig, parsePageConfig } from './page-config.ts';
import { showInitialVideo } from './show-initial-video.ts';
import { startPageTelemetry } from './start-page-telemetry.ts';
import { type StartedPlayer, startPlayer } from './start-player.ts';

/**
 * The player application: the result of `writeEmbed`, for the provider's page and for profilers.
 */
export interface Embed {
  /** Resolves when the player accepts commands. */
  readonly ready: Promise<void>;
  /**
   * Logs an event. On the page this only pushes to an array; the worker does everything else.
   * @param name a letter, then letters, digits and `_ . : -`; at most 100 characters
   * @param payload a plain object of JSON values
   * @throws TypeError for an invalid call, naming the fix
   */
  log(name: string, payload: LogPayload, options?: LogOptions): void;
  /** Sends all events now. Resolves when they are delivered or an attempt failed; never rejects. */
  flush(): Promise<Result<FlushReport, FlushFailure>>;
  /**
   * The loss equation of the events logged so far, true at every moment: `created = delivered +
   * queued + dropped`.
   */
  accounting(): LossAccounting;
  /**
   * Calls the provider's API: `api('subscribe', { channelIds: ['…'] })`. The worker validates and
   * sends the call.
   */
  api: CallApi<'NO_SERVICES' | 'DEAD'>;
  /** Sets the viewer's consent to being identified and to storage. It can change both ways. */
  setConsent(consent: Consent): void;
  /**
   * The player's status, with what is denied to the page and which host messages were refused.
   * `null` before the player is ready.
   */
  diagnose(): Diagnosis | null;
  /** Stops everything. Undelivered events stay stored; the next page of this origin sends them. */
  dispose(): Promise<void>;
}

/**
 * @param rawConfig the page config, not validated yet. Malformed fields are ignored; a config that
 *   is not an object shows an error.
 * @param inbox the page's inbox, which has queued host messages since the script started
 */
export function createEmbed(rawConfig: unknown, inbox: HostInbox): Embed {
  const { config, problems } = parsePageConfig(rawConfig, location);
  const { webPlayerContextConfig: context } = config;
  const args = parsePlayerArgs(config.args, location.pathname, context?.serializedExperimentFlags);
  const life = new AbortController();
  const { signal } = life;
  const store = createPlayerStore();
  // With autoplay, delay the services: they compete for CPU and bandwidth.
  const idle = args.autoplay ? whenMoving(document).then(whenIdle) : whenIdle();
  const { lastActivityMs } = watchUserActivity(pageClock, signal);
  const services = startServices({
    ...servicesOptions(config, problems, args),
    canStart: idle,
    lastActivityMs,
  });
  const telemetry = startPageTelemetry({ store, services, args, onDisposed: endPlayer, signal });
  const isReady = Promise.withResolvers<void>();
  let started: StartedPlayer | null = null;
  performance.mark('offstage:embed-created');
  const proxy = createPlayerProxy<StartedPlayer, PlayerConfig>({
    findApi() {
      const stage = findStage(document, context?.rootElementId);
      if (stage === null) return null;
      return startPlayer({
        ...telemetry,
        stage,
        store,
        services,
        config,
        problems,
        args,
        idle,
        inbox,
        signal,
      });
    },
    onReady(api) {
      started = api;
    },
    startVideo({ player, bridge, isClicked }, videoConfig, start) {
      if (isClicked) {
        player.playback.initiator = 'viewer';
        services.log('viewer_action', {
          action: 'play' satisfies ViewerAction,
          videoId: args.videoId,
        });
      }
      showInitialVideo(player.controller, videoConfig, args, isClicked ? 'load' : start);
      bridge.setReady();
      isReady.resolve();
    },
    clock: pageClock,
    soon: inOwnTask,
  });
  proxy.load(config, args.autoplay ? 'load' : 'cue');

  function endPlayer(): void {
    proxy.dispose();
    started?.player.controller.dispose();
    started?.bridge.dispose();
    started = null;
  }

  const embed: Embed = {
    ready: isReady.promise,
    log: services.log,
    flush: services.flush,
    accounting: services.accounting,
    api: services.callApi,
    setConsent: services.setConsent,
    diagnose: () => started?.player.diagnose() ?? null,
    async dispose() {
      life.abort();
      endPlayer();
      await services.dispose();
    },
  };
  // Most page configs need nothing further.
  if (
    problems.length > 0 ||
    context ||
    config.assets ||
    config.args.jsapicallback ||
    findStage(document) === null
  )
    // If the script fails to load, the rejection is reported as unhandled.
    void import('./provider-config/start-provider-config.ts').then(({ startProviderConfig }) =>
      startProviderConfig({ embed, config, problems, signal }),
    );
  return embed;
}

/** Options of the services, from the page config and the URL. */
function servicesOptions(
  config: PlayerConfig,
  problems: readonly ConfigProblem[],
  args: PlayerArgs,
): Omit<ServicesOptions, 'canStart' | 'lastActivityMs'> {
  // An unreadable consent in the config does not count as consent.
  const isUnclear = problems.some(({ field }) => field === 'consent' || field === 'private');
  return {
    runtime: args.runtime,
    origin: config.apiOrigin ?? location.origin,
    context: clientContext(args, config.webPlayerContextConfig?.serializedForcedExperimentIds),
    isTelemetryOn: config.telemetry !== false,
    consent: args.consent ?? config.consent ?? (isUnclear ? 'pending' : 'granted'),
    isPrivate: args.isPrivate || config.private === true,
    api: config.api,
    probes: config.probes,
    flags: args.flags,
    isTraced: args.trace,
  };
}
