import type { PlayerArgs } from '../../shared/player/player-args.ts';
import type { LogPayload } from '../../shared/telemetry/log-event.ts';
import { watchDocumentLifecycle } from '../page/lifecycle/watch-document-lifecycle.ts';
import { newNonce } from '../page/new-nonce.ts';
import { pageClock } from '../page/page-clock.ts';
import type { PlayerStore } from '../player/state/player-store.ts';
import type { ServicesClient } from '../services/services-client.ts';
import { watchErrors } from '../telemetry/errors/watch-errors.ts';
import { limitLog } from '../telemetry/limit-log.ts';
import { type Log, startPlayerLog } from '../telemetry/player-log.ts';
import { type Playback, startPlaybackStats } from '../telemetry/stats/start-playback-stats.ts';

export interface PageTelemetryDeps {
  store: PlayerStore;
  services: ServicesClient;
  args: PlayerArgs;
  /** The page is gone for good. */
  onDisposed(): void;
  signal: AbortSignal;
}

export interface PageTelemetry {
  /** Rate-limited log, for events that a host or viewer can cause without limit. */
  hostCaused: Log;
  playback: Playback;
}

/**
 * Reports errors, playbacks and the player's changes. When the page may end, sends what is still
 * unsent.
 */
export function startPageTelemetry(deps: PageTelemetryDeps): PageTelemetry {
  const { store, services, args, signal } = deps;
  watchErrors(services.reportError, signal);
  const nowMs = () => performance.now();
  const hostCaused = limitLog(services.log, nowMs);
  // Subscribes before the player's log, so that the events of a change that starts a playback
  // belong to the new playback.
  const playback = startPlaybackStats(
    {
      store,
      log: services.log,
      hostCaused,
      report: services.report,
      clock: pageClock,
      nowMs,
      newNonce,
      isVisible: () => document.visibilityState === 'visible',
      isAutoplay: args.autoplay,
    },
    signal,
  );
  watchDocumentLifecycle(
    {
      onPreventable: services.handOver,
      onDisposed() {
        playback.close();
        deps.onDisposed();
      },
      onFlush() {
        // Playback reports are sent with the other events.
        playback.close();
        services.leave();
      },
      onVisibility(isVisible) {
        playback.close();
        // Mobile systems may kill a hidden page without a further event.
        if (!isVisible) services.leave();
      },
    },
    pageClock,
    signal,
  );
  startPlayerLog(store, hostCaused, playback, signal);
  services.log('embed_loaded', loadedPayload(args), { tier: 'fast' });
  return { hostCaused, playback };
}

function loadedPayload(args: PlayerArgs): LogPayload {
  const isFramed = window !== window.parent;
  return {
    videoId: args.videoId,
    autoplay: args.autoplay,
    isFramed,
    // §2: a framed player passes on the URL of its embedder. Servers send it without the query; a
    // page on another origin may not read more.
    loaderUrl: args.loaderUrl || (isFramed ? document.referrer.replace(/\?.*/, '') : ''),
    flags: args.flags,
    // The moments of timed actions count from then, and events from 1970.
    sinceOpenMs: Math.round(performance.now()),
  };
}
