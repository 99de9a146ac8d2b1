import type { ConfigProblem } from '../../shared/page-config.ts';
import type { PlayerArgs } from '../../shared/player-args.ts';
import type { Diagnosis } from '../diagnose.ts';
import type { PlayerConfig } from '../page-config.ts';
import type { Controller } from '../player/controller.ts';
import type { PlayerStore } from '../player/player-store.ts';
import type { Log } from '../player-log.ts';
import type { ServicesClient } from '../services/services-client.ts';
import type { Stage } from '../stage-elements.ts';
import type { Playback } from '../stats/start-playback-stats.ts';

/** Parts of the player that the stage and the controls use. */
export interface StageUiDeps {
  stage: Stage;
  store: PlayerStore;
  controller: Controller;
  services: ServicesClient;
  config: PlayerConfig;
  /** Fields of the page config and of replies that the player ignores. */
  problems: ConfigProblem[];
  args: PlayerArgs;
  /** Logs what a host or viewer may cause any number of times. */
  hostCaused: Log;
  playback: Playback;
  diagnose(): Diagnosis;
  /** Takes note of what the viewer did. */
  onUse: (action: string) => void;
  /** The viewer's languages for captions; best first (BCP 47). */
  languages: () => readonly string[];
  signal: AbortSignal;
}
