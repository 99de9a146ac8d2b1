import type { DeviceDeps } from './device/start-device.ts';
import { startDevice } from './device/start-device.ts';
import { startPageStates } from './lifecycle/start-page-states.ts';
import type { Log } from './player-log.ts';
import { startResume } from './resume/start-resume.ts';
import type { ServicesClient } from './services/services-client.ts';
import type { Playback } from './stats/start-playback-stats.ts';

export interface IdleDeps extends DeviceDeps {
  services: ServicesClient;
  hostCaused: Log;
  playback: Playback;
}

/** What a page does once it has time, in a script of its own. */
export function startWhenIdle(deps: IdleDeps, signal: AbortSignal): void {
  if (signal.aborted) return;
  const { telemetry, probes } = deps.config;
  if (telemetry !== false)
    startPageStates({ ...deps, log: deps.hostCaused, hasProbes: probes !== undefined }, signal);
  void startDevice(deps, signal);
  startResume({ ...deps, onHidden }, signal);
}

function onHidden(listener: () => void, signal: AbortSignal): void {
  document.addEventListener('visibilitychange', () => document.hidden && listener(), { signal });
}
