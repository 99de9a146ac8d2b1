import type { CallApi } from '../shared/api-calls.ts';
import type { Consent } from '../shared/consent.ts';
import type { LogPayload } from '../shared/log-event.ts';
import type { ConfigProblem } from '../shared/page-config.ts';
import { type PlayerArgs, parsePlayerArgs } from '../shared/player-args.ts';
import type { Result } from '../shared/result.ts';
import { err, ok } from '../shared/result.ts';
import type { FlushReport, LossAccounting } from '../shared/rpc.ts';
import { applyPageAttributes, startPageTitle } from './apply-page-attributes.ts';
import { type Bridge, startBridge } from './bridge/start-bridge.ts';
import { clientContext } from './client-context.ts';
import { asHost, watchChoices } from './device/watch-choices.ts';
import { type Diagnosis, diagnose } from './diagnose.ts';
import { watchErrors } from './errors/watch-errors.ts';
import { watchUserActivity } from './lifecycle/user-activity.ts';
import { watchDocumentLifecycle } from './lifecycle/watch-document-lifecycle.ts';
import { whenIdle } from './lifecycle/when-idle.ts';
import { limitLog } from './limit-log.ts';
import { newNonce } from './new-nonce.ts';
import { pageClock } from './page-clock.ts';
import { type PlayerConfig, parsePageConfig } from './page-config.ts';
import { type Controller, createController } from './player/controller.ts';
import { createPlayerProxy } from './player/player-proxy.ts';
import { createPlayerStore, type PlayerStore } from './player/player-store.ts';
import { type Log, startPlayerLog } from './player-log.ts';
import type { LogOptions } from './services/log-call.ts';
import type { FlushFailure, ServicesClient } from './services/services-client.ts';
import { startServices } from './services/start-services.ts';
import { showInitialVideo } from './show-initial-video.ts';
import { findStage, type Stage } from './stage-elements.ts';
import { type Playback, startPlaybackStats } from './stats/start-playback-stats.ts';
import { startStageUi } from './ui/start-stage-ui.ts';
import { version } from './version.ts';

/** The player application: what `writeEmbed` returns, for the provider's page and for profilers. */
export interface Embed {
  /** Resolves when the player takes commands. */
  readonly ready: Promise<void>;
  /**
   * Logs an event. Costs the page a push into an array; everything else happens in the worker.
   * @param name a letter, then letters, digits and `_ . : -`; at most 100 characters
   * @param payload a plain object of JSON values
   * @throws TypeError for a wrong call, naming the fix
   */
  log(name: string, payload: LogPayload, options?: LogOptions): void;
  /** Sends everything now. Answers when all of it is delivered or an attempt failed; never rejects. */
  flush(): Promise<Result<FlushReport, FlushFailure>>;
  /** What has become of the events logged so far: `created = delivered + queued + dropped`, at every moment. */
  accounting(): LossAccounting;
  /** Calls the provider's API: `api('subscribe', { channelIds: ['…'] })`. The worker checks and sends it. */
  api: CallApi<'NO_SERVICES' | 'DEAD'>;
  /** The viewer has said whether they may be told apart and have things stored. They may change their mind, both ways. */
  setConsent(consent: Consent): void;
  /** How this player is doing, and what its host sent that was refused. `null` before it is ready. */
  diagnose(): Diagnosis | null;
  /** Stops everything. Undelivered events stay stored and leave with the next page of this origin. */
  dispose(): Promise<void>;
}

/** @param rawConfig the page config, not yet checked. Malformed fields are done without; what is no object shows an error */
export function createEmbed(rawConfig: unknown): Embed {
  const { config, problems } = parsePageConfig(rawConfig, location);
  const { webPlayerContextConfig: context } = config;
  const args = parsePlayerArgs(config.args, location.pathname, context?.serializedExperimentFlags);
  // What the config says of the viewer's consent and cannot be read is no agreement.
  const isUnclear = problems.some(({ field }) => field === 'consent' || field === 'private');
  const life = new AbortController();
  const { signal } = life;

  const store = createPlayerStore();
  const idle = whenIdle([]);
  const activity = watchUserActivity(Date.now, signal);
  const services = startServices({
    runtime: args.runtime,
    origin: location.origin,
    context: clientContext(args, context?.serializedForcedExperimentIds),
    isTelemetryOn: config.telemetry !== false,
    consent: args.consent ?? config.consent ?? (isUnclear ? 'pending' : 'granted'),
    isPrivate: args.isPrivate || config.private === true,
    api: config.api,
    probes: config.probes,
    flags: args.flags,
    mayStart: idle,
    lastActivityMs: () => activity.lastActivityMs(Date.now()),
  });
  watchErrors(services.reportError, signal);
  const nowMs = () => performance.now();
  const hostCaused = limitLog(services.log, nowMs);
  // Before the player's log: the events of a change that begins a playback belong to that one.
  const playback = startPlaybackStats(
    {
      store,
      log: services.log,
      hostCaused,
      report: services.report,
      clock: pageClock,
      nowMs,
      newNonce,
      isVisible: () => document.visibilityState === 'visible',
      isAutoplay: args.autoplay,
    },
    signal,
  );
  watchDocumentLifecycle(
    {
      onPreventable: services.handOver,
      onDisposed() {
        playback.close();
        endPlayer();
      },
      onFlush() {
        // What was watched leaves with the rest.
        playback.close();
        services.leave();
      },
      onVisibility(isVisible) {
        playback.close();
        // It may never be seen again: mobile systems kill a hidden page without a further event.
        if (!isVisible) services.leave();
      },
    },
    pageClock,
    signal,
  );
  startPlayerLog(store, hostCaused, playback, signal);
  startPageTitle(store, config.brand, signal);
  services.log('embed_loaded', loadedPayload(args), { tier: 'fast' });

  const isReady = Promise.withResolvers<void>();
  let player: Player | null = null;
  const proxy = createPlayerProxy<Player, PlayerConfig>({
    findApi() {
      const stage = findStage(document, context?.rootElementId);
      return stage === null
        ? null
        : startPlayer({ stage, store, services, hostCaused, playback, config, problems, args, idle, signal });
    },
    onReady(api) {
      player = api;
    },
    startVideo(api, videoConfig, start) {
      showInitialVideo(api.controller, videoConfig, args, start);
      api.bridge.setReady();
      isReady.resolve();
    },
    clock: pageClock,
  });
  proxy.load(config, args.autoplay ? 'load' : 'cue');

  function endPlayer(): void {
    proxy.dispose();
    player?.controller.dispose();
    player?.bridge.dispose();
    player = null;
  }

  const embed: Embed = {
    ready: isReady.promise,
    log: services.log,
    flush: services.flush,
    accounting: services.accounting,
    api: services.callApi,
    setConsent: services.setConsent,
    diagnose: () =>
      player === null ? null : diagnose(player.bridge.diagnose(), { store, services, problems }),
    async dispose() {
      life.abort();
      endPlayer();
      await services.dispose();
    },
  };
  // Of a usual page config there is nothing more to do.
  if (problems.length > 0 || context || config.assets || config.args.jsapicallback || player === null)
    // A script that does not come is an error that nobody catches, which is told as such.
    void import('./config/start-provider-config.ts').then(({ startProviderConfig }) =>
      startProviderConfig({ embed, config, problems, signal }),
    );
  return embed;
}

interface Player {
  controller: Controller;
  bridge: Bridge;
}

interface PlayerDeps {
  stage: Stage;
  store: PlayerStore;
  services: ServicesClient;
  /** Logs what a host may cause any number of times. */
  hostCaused: Log;
  playback: Playback;
  config: PlayerConfig;
  problems: ConfigProblem[];
  args: PlayerArgs;
  /** The page has time for what nobody waits for. */
  idle: Promise<void>;
  signal: AbortSignal;
}

/** Everything that needs the player's elements. */
function startPlayer(deps: PlayerDeps): Player {
  const { stage, store, services, hostCaused, playback, config, args, idle, signal } = deps;
  const { root, video } = stage;
  const known = config.playerResponse;
  applyPageAttributes(root, config, args);
  video.muted = args.mute;
  const controller = createController({
    video,
    root,
    store,
    getVideo: async (id) => (known?.videoDetails.videoId === id ? ok(known) : services.getVideo(id)),
    askVideo: services.getVideo,
    locate: (given, isAwaited) =>
      import('./location/locate.ts')
        .then(({ locate }) => locate(given, isAwaited, { ...services, store, log: hostCaused }))
        .catch((error) => err('UNKNOWN_ERROR', String(error))),
    getPlaylist: services.getPlaylist,
    random: Math.random,
  });
  const choices = watchChoices(store);
  const languages = () => [args.captionsLanguage, args.hl, ...navigator.languages];
  controller.setLoop(args.loop);
  const stopWaiting = store.subscribe(({ isPlayRequested, captionsLanguage, captionTracks }) => {
    // Also captions that show without being asked for wait for a video.
    if (!isPlayRequested && !captionsLanguage && !(args.captionsOn && captionTracks.length)) return;
    stopWaiting();
    const askedAtMs = Date.now();
    import('./start-when-playing.ts')
      .then(({ startWhenPlaying }) =>
        startWhenPlaying({ ...stage, store, controller, args, languages, askedAtMs }, signal),
      )
      // The script did not arrive: the video plays without captions.
      .catch(() => undefined);
  });
  const onUse = (action: string) => {
    playback.asker = 'viewer';
    services.log('viewer_action', { action, videoId: store.getState().videoId });
    choices.add('viewer', action);
  };
  const readDiagnosis = () => diagnose(bridge.diagnose(), deps);
  startStageUi({ ...deps, controller, languages, onUse, diagnose: readDiagnosis });
  idle
    .then(() => import('./start-when-idle.ts'))
    .then(({ startWhenIdle }) => startWhenIdle({ ...deps, controller, choices, video }, signal))
    // The script did not arrive: the services do without, and this page keeps no preferences.
    .catch(() => undefined);
  const bridge = startBridge({
    store,
    controller: asHost(controller, choices),
    enableJsApi: args.enableJsApi,
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
    languages,
    diagnose: (host) => diagnose(host, deps),
    readLoss: services.accounting,
    watchLoss: services.onNews,
    setConsent: services.setConsent,
    onCommand(func, details) {
      if (/^(play|load|next|prev|seek)/.test(func)) playback.asker = 'host';
      hostCaused('host_command', { func, ...details });
    },
  });
  return { controller, bridge };
}

function loadedPayload(args: PlayerArgs): LogPayload {
  const isFramed = window !== window.parent;
  return {
    videoId: args.videoId,
    autoplay: args.autoplay,
    isFramed,
    // §2: a framed player passes on who framed it.
    loaderUrl: args.loaderUrl || (isFramed ? document.referrer : ''),
    flags: args.flags,
  };
}
