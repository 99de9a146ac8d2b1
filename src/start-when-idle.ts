import type { DeviceDeps } from './device/start-device.ts';
import { startDevice } from './device/start-device.ts';
import { startPageStates } from './lifecycle/start-page-states.ts';
import type { Log } from './player-log.ts';
import type { ServicesClient } from './services/services-client.ts';

export interface IdleDeps extends DeviceDeps {
  services: ServicesClient;
  hostCaused: Log;
}

/** What a page does once it has time, in a script of its own. */
export function startWhenIdle(deps: IdleDeps, signal: AbortSignal): void {
  if (signal.aborted) return;
  const { telemetry, probes } = deps.config;
  if (telemetry !== false)
    startPageStates({ ...deps, log: deps.hostCaused, hasProbes: probes !== undefined }, signal);
  void startDevice(deps, signal);
}
