import type { CallApi } from '../shared/api-calls.ts';
import type { Consent } from '../shared/consent.ts';
import type { LogPayload } from '../shared/log-event.ts';
import type { ConfigProblem } from '../shared/page-config.ts';
import { type PlayerArgs, parsePlayerArgs } from '../shared/player-args.ts';
import type { Result } from '../shared/result.ts';
import { err, ok } from '../shared/result.ts';
import type { FlushReport, LossAccounting } from '../shared/rpc.ts';
import type { ViewerAction } from '../shared/viewer-action.ts';
import { applyPageAttributes } from './apply-page-attributes.ts';
import type { Ear } from './bridge/hear-messages.ts';
import type { HostProtocolsDeps } from './bridge/host-protocols.ts';
import { type Bridge, startBridge } from './bridge/start-bridge.ts';
import { clientContext } from './client-context.ts';
import { asHost, watchChoices } from './device/watch-choices.ts';
import { createDiagnose, type Diagnosis } from './diagnose.ts';
import { watchErrors } from './errors/watch-errors.ts';
import { inOwnTask } from './lifecycle/own-task.ts';
import { watchUserActivity } from './lifecycle/user-activity.ts';
import { watchDocumentLifecycle } from './lifecycle/watch-document-lifecycle.ts';
import { whenIdle } from './lifecycle/when-idle.ts';
import { whenMoving } from './lifecycle/when-moving.ts';
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
  /** How this player is doing, what it does without, and what its host sent that was refused. `null` before it is ready. */
  diagnose(): Diagnosis | null;
  /** Stops everything. Undelivered events stay stored and leave with the next page of this origin. */
  dispose(): Promise<void>;
}

/**
 * @param rawConfig the page config, not yet checked. Malformed fields are done without; what is no object shows an error
 * @param ear of the page, open since its script is there
 */
export function createEmbed(rawConfig: unknown, ear: Ear): Embed {
  const { config, problems } = parsePageConfig(rawConfig, location);
  const { webPlayerContextConfig: context } = config;
  const args = parsePlayerArgs(config.args, location.pathname, context?.serializedExperimentFlags);
  // What the config says of the viewer's consent and cannot be read is no agreement.
  const isUnclear = problems.some(({ field }) => field === 'consent' || field === 'private');
  const life = new AbortController();
  const { signal } = life;

  const store = createPlayerStore();
  // What plays by itself is shown first: the services would take the thread from it, and the line.
  const idle = args.autoplay ? whenMoving(document).then(whenIdle) : whenIdle();

  const activity = watchUserActivity(pageClock, signal);
  const services = startServices({
    runtime: args.runtime,
    origin: config.apiOrigin ?? location.origin,
    context: clientContext(args, context?.serializedForcedExperimentIds),
    isTelemetryOn: config.telemetry !== false,
    consent: args.consent ?? config.consent ?? (isUnclear ? 'pending' : 'granted'),
    isPrivate: args.isPrivate || config.private === true,
    api: config.api,
    probes: config.probes,
    flags: args.flags,
    isTraced: args.trace,
    mayStart: idle,
    lastActivityMs: activity.lastActivityMs,
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
  services.log('embed_loaded', loadedPayload(args), { tier: 'fast' });

  const isReady = Promise.withResolvers<void>();
  let player: Player | null = null;
  performance.mark('offstage:embed-created');
  const proxy = createPlayerProxy<Player, PlayerConfig>({
    findApi() {
      const stage = findStage(document, context?.rootElementId);
      return stage === null
        ? null
        : startPlayer({
            stage,
            store,
            services,
            hostCaused,
            playback,
            config,
            problems,
            args,
            idle,
            ear,
            signal,
          });
    },
    onReady(api) {
      player = api;
    },
    startVideo(api, videoConfig, start) {
      if (api.isClicked) {
        playback.asker = 'viewer';
        const action: ViewerAction = 'play';
        services.log('viewer_action', { action, videoId: args.videoId });
      }
      showInitialVideo(api.controller, videoConfig, args, api.isClicked ? 'load' : start);
      api.bridge.setReady();
      isReady.resolve();
    },
    clock: pageClock,
    soon: inOwnTask,
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
    diagnose: () => player?.diagnose() ?? null,
    async dispose() {
      life.abort();
      endPlayer();
      await services.dispose();
    },
  };
  // Of a usual page config there is nothing more to do.
  if (
    problems.length > 0 ||
    context ||
    config.assets ||
    config.args.jsapicallback ||
    findStage(document) === null
  )
    // A script that does not come is an error that nobody catches, which is told as such.
    void import('./config/start-provider-config.ts').then(({ startProviderConfig }) =>
      startProviderConfig({ embed, config, problems, signal }),
    );
  return embed;
}

interface Player {
  /** The shell's own script has begun to play within the viewer's click. */
  isClicked: boolean;
  controller: Controller;
  bridge: Bridge;
  diagnose(): Diagnosis;
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
  ear: Ear;
  signal: AbortSignal;
}

/** Everything that needs the player's elements. */
function startPlayer(deps: PlayerDeps): Player {
  const { stage, store, services, hostCaused, playback, config, args, idle, ear, signal } = deps;
  const { root, video } = stage;
  root.onclick = null;
  const isClicked = 'playRequested' in root.dataset;
  const known = config.playerResponse;
  if (args.trace)
    // A script that does not come is an error that nobody catches, which is told as such.
    void import('./trace/start-page-trace.ts').then(({ startPageTrace }) =>
      startPageTrace({ ...stage, store, signal }),
    );
  applyPageAttributes(root, config, args);
  video.muted = args.mute;
  // What the markup has begun goes on; what comes later begins when it is told to.
  video.autoplay = false;
  const moving = () => whenMoving(video);
  const controller = createController({
    video,
    root,
    store,
    getVideo: async (id) =>
      known?.videoDetails.videoId === id ? ok(known) : services.getVideo(id),
    askVideo: services.getVideo,
    whenMoving: moving,
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
    moving()
      .then(() => import('./start-when-playing.ts'))
      .then(({ startWhenPlaying }) =>
        startWhenPlaying({ ...stage, store, controller, args, languages, askedAtMs }, signal),
      )
      // The script did not arrive: the video plays without captions.
      .catch(() => undefined);
  });
  const onUse = (action: ViewerAction) => {
    playback.asker = 'viewer';
    services.log('viewer_action', { action, videoId: store.getState().videoId });
    choices.add({ by: 'viewer', what: action });
  };
  const diagnose = createDiagnose(deps);
  const readDiagnosis = () => diagnose.now(bridge.diagnose());
  const gestures = startStageUi({ ...deps, controller, languages, onUse, diagnose: readDiagnosis });
  idle
    .then(() => import('./start-when-idle.ts'))
    .then(({ startWhenIdle }) =>
      startWhenIdle(
        { ...deps, ...stage, diagnose: readDiagnosis, gestures, controller, choices },
        signal,
      ),
    )
    // The script did not arrive: the services do without, and this page keeps no preferences.
    .catch(() => undefined);
  let measuring: Promise<typeof import('./performance/measure-for-host.ts')> | undefined;
  const forHosts: HostProtocolsDeps = {
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
    languages,
    diagnose: diagnose.whole,
    readLoss: services.accounting,
    watchLoss: services.onNews,
    setConsent: services.setConsent,
    measure(...asked) {
      // Once, so that what a host says first counts first. A script that does not come is an error that nobody catches, which is told as such.
      measuring ??= import('./performance/measure-for-host.ts');
      void measuring.then((module) => module.measureForHost({ store, services, signal }, ...asked));
    },
    onCommand(func, details, startsPlayback) {
      if (startsPlayback) playback.asker = 'host';
      hostCaused('host_command', { func, ...details });
    },
  };
  const bridge = startBridge(forHosts, ear);
  return { isClicked, controller, bridge, diagnose: readDiagnosis };
}

function loadedPayload(args: PlayerArgs): LogPayload {
  const isFramed = window !== window.parent;
  return {
    videoId: args.videoId,
    autoplay: args.autoplay,
    isFramed,
    // §2: a framed player passes on who framed it. Servers say it without query; pages of others may not say it.
    loaderUrl: args.loaderUrl || (isFramed ? document.referrer.replace(/\?.*/, '') : ''),
    flags: args.flags,
  };
}
