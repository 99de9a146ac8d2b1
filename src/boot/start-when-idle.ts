import { pageConfigElementId } from '../../shared/page/page-config.ts';
import { startPageStates } from '../page/lifecycle/start-page-states.ts';
import { newNonce } from '../page/new-nonce.ts';
import { pageClock } from '../page/page-clock.ts';
import { startControlsVisibility } from '../parts/controls-visibility.ts';
import { startProviderTail } from '../services/provider-tail.ts';
import { readFieldShare } from '../telemetry/performance/field/read-field-share.ts';
import type { EarlyGestures } from '../ui/shell/early-gestures.ts';
import { keepWaitingFrame } from '../ui/shell/waiting/keep-waiting-frame.ts';
import { startDevice } from '../viewer/device/start-device.ts';
import { startResume } from '../viewer/resume/start-resume.ts';
import type { Player } from './player.ts';

/** Starts what can wait until the page is idle, in a separate script. */
export function startWhenIdle(player: Player, gestures: EarlyGestures): void {
  const deps = { ...player, ...player.stage };
  const { root, store, config, args, hostCaused: log, later, signal } = deps;
  if (signal.aborted) return;
  const { telemetry, probes } = config;
  if (telemetry !== false) {
    startPageStates({ ...deps, log, hasProbes: probes !== undefined }, signal);
    startProviderTail(deps, signal);
    const share = readFieldShare(document.getElementById(pageConfigElementId)?.textContent);
    if (Math.random() < share)
      import('../telemetry/performance/field/start-field-report.ts').then(
        ({ startFieldReport }) => startFieldReport({ ...deps, share }),
        () => undefined,
      );
  }
  void startDevice(deps, signal);
  keepWaitingFrame(deps, signal);
  startResume({ ...deps, onHidden, clock: pageClock }, signal);
  // Loaded at once for the host page's developer, without waiting for the viewer.
  if (args.debug)
    import('../diagnosis/debug/start-debug-panel.ts').then(
      ({ startDebugPanel }) => signal.aborted || startDebugPanel(player),
      () => undefined,
    );
  import('../ui/visual-elements/start-visual-elements.ts').then(
    ({ startVisualElements }) => {
      if (signal.aborted) return;
      later.visibility ??= startControlsVisibility(root, store, signal);
      const { visibility } = later;
      startVisualElements({ ...deps, gestures, visibility, log, newNonce }, signal);
    },
    // The script failed to load: visible controls are not logged.
    () => undefined,
  );
}

function onHidden(listener: () => void, signal: AbortSignal): void {
  document.addEventListener('visibilitychange', () => document.hidden && listener(), { signal });
}
