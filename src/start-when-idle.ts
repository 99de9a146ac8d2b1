import type { DeviceDeps } from './device/start-device.ts';
import { startDevice } from './device/start-device.ts';
import type { Diagnosis } from './diagnose.ts';
import { startPageStates } from './lifecycle/start-page-states.ts';
import { newNonce } from './new-nonce.ts';
import { pageClock } from './page-clock.ts';
import type { Log } from './player-log.ts';
import { startResume } from './resume/start-resume.ts';
import { startProviderTail } from './services/provider-tail.ts';
import type { ServicesClient } from './services/services-client.ts';
import type { Playback } from './stats/start-playback-stats.ts';
import { controlsVisibilityOf } from './ui/controls-visibility.ts';
import type { EarlyGestures } from './ui/early-gestures.ts';
import { keepWaitingFrame } from './ui/waiting/keep-waiting-frame.ts';

export interface IdleDeps extends DeviceDeps {
  gestures: EarlyGestures;
  diagnose(): Diagnosis;
  root: HTMLElement;
  /** What React draws into. */
  ui: HTMLElement;
  services: ServicesClient;
  hostCaused: Log;
  playback: Playback;
}

/** What a page does once it has time, in a script of its own. */
export function startWhenIdle(deps: IdleDeps, signal: AbortSignal): void {
  if (signal.aborted) return;
  const { telemetry, probes } = deps.config;
  if (telemetry !== false) {
    startPageStates({ ...deps, log: deps.hostCaused, hasProbes: probes !== undefined }, signal);
    startProviderTail(deps, signal);
  }
  void startDevice(deps, signal);
  keepWaitingFrame(deps, signal);
  startResume({ ...deps, onHidden, clock: pageClock }, signal);
  // The developer of the host page wants it at once, before anybody reaches for the player.
  if (deps.args.debug)
    import('./debug/start-debug-panel.ts').then(
      ({ startDebugPanel }) =>
        signal.aborted || startDebugPanel(deps.root, deps.diagnose, { ...deps, signal }),
      () => undefined,
    );
  import('./ui/visual-elements/start-visual-elements.ts').then(
    ({ startVisualElements }) =>
      signal.aborted ||
      startVisualElements(
        {
          ...deps,
          visibility: controlsVisibilityOf(deps.root, deps.store, signal),
          log: deps.hostCaused,
          newNonce,
        },
        signal,
      ),
    // The script did not arrive: what the viewer sees of the controls is not told.
    () => undefined,
  );
}

function onHidden(listener: () => void, signal: AbortSignal): void {
  document.addEventListener('visibilitychange', () => document.hidden && listener(), { signal });
}
