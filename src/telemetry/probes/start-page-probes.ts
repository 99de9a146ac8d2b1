import { playbackState } from '../../../shared/player/playback-state.ts';
import type { PlayerStore } from '../../player/state/player-store.ts';
import type { ServicesClient } from '../../services/services-client.ts';
import { preloadScript } from './preload-script.ts';
import { runBotScript, type TellBotEvent } from './run-bot-script.ts';

export type ProbeServices = Pick<ServicesClient, 'keepTold' | 'tell' | 'onNews'>;

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
  const tell: TellBotEvent = (type, said = '') =>
    services.tell({ type: 'bot_detection', event: { type, said } });
  services.onNews((news) => {
    if (news.type === 'ad_status') {
      preloading.abort();
      preloading = new AbortController();
      const tellCome = (hasCome: boolean) => services.tell({ type: 'ad_status', hasCome });
      if (news.script !== null) preloadScript(news.script, tellCome, preloading.signal);
    }
    if (news.type !== 'bot_detection') return;
    // Restarted services start the detection again.
    removal.abort();
    removal = new AbortController();
    if (news.script !== null) runBotScript(news.script, tell, removal.signal);
  }, signal);

  const stop = store.subscribe(look);
  signal.addEventListener('abort', () => {
    removal.abort();
    preloading.abort();
    stop();
  });
  function look(): void {
    // Not on the first frame: a file that waits to be played shows one too, perhaps before this
    // script runs.
    if (store.getState().playback !== playbackState.playing) return;
    stop();
    services.keepTold({ type: 'played' });
  }
  look();
}
