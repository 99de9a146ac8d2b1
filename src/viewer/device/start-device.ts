import type { PlayerArgs } from '../../../shared/player/player-args.ts';
import type { DeviceReport, Preferences } from '../../../shared/telemetry/device-report.ts';
import type { PlayerConfig } from '../../boot/page-config.ts';
import type { Controller } from '../../player/session/controller.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';
import type { ServicesClient } from '../../services/services-client.ts';
import { namesInUrl } from './preference-rules.ts';
import { readScreen, watchScreen, writeCookie } from './screen.ts';
import { startPreferences } from './start-preferences.ts';
import type { Choices } from './watch-choices.ts';

export interface DeviceDeps {
  controller: Controller;
  store: PlayerStore;
  choices: Choices;
  config: PlayerConfig;
  args: PlayerArgs;
  video: HTMLVideoElement;
  services: Pick<ServicesClient, 'reportDevice' | 'onNews' | 'config'>;
}

/**
 * Handles the viewer's device: preferences, and the cookie that describes the screen to the server.
 * The services decide what is stored; this page only stores what they return.
 */
export async function startDevice(deps: DeviceDeps, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { config, args, video, services } = deps;
  const setPreferences = startPreferences(
    {
      ...deps,
      keep: (chosen) => void report({ chosen }),
      hasPlayed: () => video.played.length > 0,
      inUrl: namesInUrl(config.args, args),
    },
    signal,
  );

  async function report(reading: DeviceReport): Promise<Preferences> {
    const answer = await services.reportDevice(reading);
    // Without services nothing is stored, and the player uses its defaults.
    if (!answer.ok || signal.aborted) return {};
    if (answer.value.cookie !== null) writeCookie(answer.value.cookie);
    return answer.value.preferences;
  }
  /** Cookies are not even read before the viewer has answered the consent question. */
  const screen = () =>
    services.config.consent === 'pending' ? undefined : (readScreen() ?? undefined);

  const reportScreen = () => void report({ screen: screen() });
  watchScreen(reportScreen, signal);
  services.onNews(({ type }) => type === 'consent' && reportScreen(), signal);
  const preferences = await report({ isOpening: true, screen: screen() });
  if (!signal.aborted) setPreferences(preferences);
}
