import { playbackState } from '../../../shared/player/playback-state.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';
import type { ServicesClient } from '../../services/services-client.ts';
import { preloadScript } from './preload-script.ts';
import { type ReportBotEvent, runBotScript } from './run-bot-script.ts';

export type ProbeServices = Pick<ServicesClient, 'keepNotified' | 'notify' | 'onNews'>;

/**
 * Does what only the page can do for the services' probes: reports that a video plays, and loads
 * the scripts they name.
 */
export function startPageProbes(
  store: PlayerStore,
  services: ProbeServices,
  signal: AbortSignal,
): void {
  let removal = new AbortController();
  let preloading = new AbortController();
  const reportBotEvent: ReportBotEvent = (type, detail = '') =>
    services.notify({ type: 'bot_detection', event: { type, detail } });
  services.onNews((news) => {
    if (news.type === 'ad_status') {
      preloading.abort();
      preloading = new AbortController();
      const reportAdScript = (hasLoaded: boolean) =>
        services.notify({ type: 'ad_status', hasLoaded });
      if (news.script !== null) preloadScript(news.script, reportAdScript, preloading.signal);
    }
    if (news.type !== 'bot_detection') return;
    // Restarted services start the detection again.
    removal.abort();
    removal = new AbortController();
    if (news.script !== null) runBotScript(news.script, reportBotEvent, removal.signal);
  }, signal);

  const stop = store.subscribe(check);
  signal.addEventListener('abort', () => {
    removal.abort();
    preloading.abort();
    stop();
  });
  function check(): void {
    // Not on the first frame: a file that waits to be played shows one too, perhaps before this
    // script runs.
    if (store.getState().playback !== playbackState.playing) return;
    stop();
    services.keepNotified({ type: 'played' });
  }
  check();
}
