import { err, ok } from '../../shared/tools/result.ts';
import type { HostInbox } from '../bridge/host-inbox.ts';
import type { Bridge } from '../bridge/start-bridge.ts';
import { createDiagnose } from '../diagnosis/diagnose.ts';
import { whenMoving } from '../page/lifecycle/when-moving.ts';
import { type Controller, createController } from '../player/session/controller.ts';
import type { EarlyGestures } from '../ui/shell/early-gestures.ts';
import { startStageUi } from '../ui/shell/start-stage-ui.ts';
import { watchChoices } from '../viewer/device/watch-choices.ts';
import { applyPageAttributes } from './apply-page-attributes.ts';
import type { LaterParts, Player } from './player.ts';
import { startHostBridge } from './start-host-bridge.ts';

declare global {
  /** The click that the markup's own script answered before the player started. */
  var offstageClick: PointerEvent | undefined;
}

/** The parts that exist before the player's elements do. */
type Given = Pick<
  Player,
  | 'stage'
  | 'store'
  | 'services'
  | 'playback'
  | 'config'
  | 'problems'
  | 'args'
  | 'hostCaused'
  | 'signal'
>;

export interface PlayerDeps extends Given {
  /** Resolves when the page has time for work that is not urgent. */
  idle: Promise<void>;
  inbox: HostInbox;
}

export interface StartedPlayer {
  player: Player;
  bridge: Bridge;
  /** The shell's script has started playback within the viewer's click. */
  isClicked: boolean;
}

/** Starts everything that needs the player's elements. */
export function startPlayer({ idle, inbox, ...given }: PlayerDeps): StartedPlayer {
  const { stage, store, services, playback, config, args, signal } = given;
  const { root, video } = stage;
  root.onclick = null;
  const { offstageClick: click } = globalThis;
  if (args.trace)
    // If the script fails to load, the rejection is reported as unhandled.
    void import('../telemetry/trace/start-page-trace.ts').then(({ startPageTrace }) =>
      startPageTrace({ ...stage, store, signal }),
    );
  applyPageAttributes(root, config, args);
  video.muted = args.mute;
  // A video that the markup has started continues; later ones start on command.
  video.autoplay = false;
  const controller = startController(given);
  const choices = watchChoices(store);
  const later: LaterParts = {};
  const diagnose = createDiagnose({ ...given, later });
  const player: Player = {
    ...given,
    controller,
    choices,
    later,
    languages: () => [args.captionsLanguage, args.hl, ...navigator.languages],
    diagnose: () => diagnose.now(bridge.diagnose()),
    onUse(action) {
      playback.initiator = 'viewer';
      services.log('viewer_action', { action, videoId: store.getState().videoId });
      choices.add({ by: 'viewer', what: action });
    },
    loadStats: () =>
      void import('../telemetry/stats/start-page-stats.ts').then(
        ({ startPageStats }) => signal.aborted || startPageStats(player),
        () => undefined,
      ),
  };
  controller.setLoop(args.loop);
  loadWhenPlaying(player);
  const gestures = startStageUi(player, click);
  loadWhenIdle(player, idle, gestures);
  const bridge = startHostBridge(player, diagnose, inbox);
  return { player, bridge, isClicked: click !== undefined };
}

function startController({ stage, store, services, config, hostCaused }: Given): Controller {
  const { root, video } = stage;
  const known = config.playerResponse;
  return createController({
    video,
    root,
    store,
    getVideo: async (id) =>
      known?.videoDetails.videoId === id ? ok(known) : services.getVideo(id),
    askVideo: services.getVideo,
    whenMoving: () => whenMoving(video),
    locate: (given, isAwaited) =>
      import('../viewer/location/locate.ts')
        .then(({ locate }) => locate(given, isAwaited, { ...services, store, log: hostCaused }))
        .catch((error) => err('UNKNOWN_ERROR', String(error))),
    getPlaylist: services.getPlaylist,
    random: Math.random,
  });
}

/** Loads the script for players that play, should play but are blocked, or show captions. */
function loadWhenPlaying(player: Player): void {
  const { store, args, stage } = player;
  let askedAtMs = 0;
  let isStarted = false;
  const stop = store.subscribe((state) => {
    const { isPlayRequested, isAutoplayBlocked, captionsLanguage, captionTracks } = state;
    // Captions that are on by default also wait for a video.
    const hasCaptions = captionsLanguage || (args.captionsOn && captionTracks.length);
    if (!askedAtMs && (isPlayRequested || isAutoplayBlocked || hasCaptions)) {
      askedAtMs = Date.now();
      whenMoving(stage.video).then(start);
    }
    // No picture will move, and the viewer may leave soon.
    if (isAutoplayBlocked) start();
  });
  function start(): void {
    if (isStarted) return;
    isStarted = true;
    stop();
    import('./start-when-playing.ts')
      .then(({ startWhenPlaying }) => startWhenPlaying(player, askedAtMs))
      // The script failed to load: the video plays without captions.
      .catch(() => undefined);
  }
}

function loadWhenIdle(player: Player, idle: Promise<void>, gestures: EarlyGestures): void {
  idle
    .then(() => import('./start-when-idle.ts'))
    .then(({ startWhenIdle }) => startWhenIdle(player, gestures))
    // The script failed to load: the page runs without it and stores no preferences.
    .catch(() => undefined);
}
