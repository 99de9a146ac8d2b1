import type { ConfigProblem } from '../../shared/page/page-config.ts';
import type { PlayerArgs } from '../../shared/player/player-args.ts';
import type { ViewerAction } from '../../shared/telemetry/viewer-action.ts';
import type { Diagnosis } from '../diagnosis/diagnose.ts';
import type { Stage } from '../page/stage-elements.ts';
import type { ControlsVisibility } from '../parts/controls-visibility.ts';
import type { Controller } from '../player/session/controller.ts';
import type { PlayerStore } from '../player/state/player-store.ts';
import type { ServicesClient } from '../services/services-client.ts';
import type { PagePerformance } from '../telemetry/performance/measure-page.ts';
import type { Log } from '../telemetry/player-log.ts';
import type { Playback } from '../telemetry/stats/start-playback-stats.ts';
import type { RemotePlaybackControl } from '../ui/late/remote-playback.ts';
import type { Choices } from '../viewer/device/watch-choices.ts';
import type { PlayerConfig } from './page-config.ts';

/**
 * One player, shared by all its scripts. `startPlayer` creates it and passes it to each script that
 * loads later.
 */
export interface Player {
  readonly stage: Stage;
  readonly store: PlayerStore;
  readonly controller: Controller;
  readonly services: ServicesClient;
  readonly playback: Playback;
  readonly config: PlayerConfig;
  /** Parts of the page config and of replies that the player ignores. */
  readonly problems: ConfigProblem[];
  readonly args: PlayerArgs;
  /** Settings by the viewer and by hosts, for the script that keeps preferences. */
  readonly choices: Choices;
  /** Rate-limited log, for events that a host or viewer can cause without limit. */
  readonly hostCaused: Log;
  /** Languages (BCP 47) of the viewer for captions, best first. */
  readonly languages: () => readonly string[];
  readonly diagnose: () => Diagnosis;
  /** Records an action of the viewer. */
  readonly onUse: (action: ViewerAction) => void;
  /** Starts the statistics of playbacks, once. If their script fails to load, there are none. */
  readonly loadStats: () => void;
  /** Aborts when the player ends. */
  readonly signal: AbortSignal;
  readonly later: LaterParts;
}

/**
 * Parts of a player that a later script creates, at most once, and others use. A field is absent
 * until then. A separate object, so that copies of a player share it.
 */
export interface LaterParts {
  /** Set by `start-when-idle.ts` or `ui/controls/mount-ui.tsx`, whichever loads first. */
  visibility?: ControlsVisibility;
  /** Set by `telemetry/stats/start-page-stats.ts`. */
  hasStats?: boolean;
  /** Set by `telemetry/performance/measure-page.ts` when a host or the debug panel asks. */
  performance?: PagePerformance;
  /** Set by `ui/late/remote-playback-button.tsx` when it is first drawn. */
  remotePlayback?: RemotePlaybackControl;
}
