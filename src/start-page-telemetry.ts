import type { LogPayload } from '../shared/log-event.ts';
import type { PlayerArgs } from '../shared/player-args.ts';
import { watchErrors } from './errors/watch-errors.ts';
import { watchDocumentLifecycle } from './lifecycle/watch-document-lifecycle.ts';
import { limitLog } from './limit-log.ts';
import { newNonce } from './new-nonce.ts';
import { pageClock } from './page-clock.ts';
import type { PlayerStore } from './player/player-store.ts';
import { type Log, startPlayerLog } from './player-log.ts';
import type { ServicesClient } from './services/services-client.ts';
import { type Playback, startPlaybackStats } from './stats/start-playback-stats.ts';

export interface PageTelemetryDeps {
  store: PlayerStore;
  services: ServicesClient;
  args: PlayerArgs;
  /** The page is gone for good. */
  onDisposed(): void;
  signal: AbortSignal;
}

export interface PageTelemetry {
  /** Logs events that a host or viewer may cause any number of times. */
  hostCaused: Log;
  playback: Playback;
}

/**
 * Reports errors, playbacks and what the player does. When the page may end, it hands over what is
 * not sent yet.
 */
export function startPageTelemetry(deps: PageTelemetryDeps): PageTelemetry {
  const { store, services, args, signal } = deps;
  watchErrors(services.reportError, signal);
  const nowMs = () => performance.now();
  const hostCaused = limitLog(services.log, nowMs);
  // Before the player's log: the events of a change that begins a playback belong to that one.
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
        // Playback reports leave with the rest.
        playback.close();
        services.leave();
      },
      onVisibility(isVisible) {
        playback.close();
        // Mobile systems kill a hidden page without a further event.
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
    // §2: a framed player passes on who framed it. Servers name it without its query; a page on
    // another origin may not read more.
    loaderUrl: args.loaderUrl || (isFramed ? document.referrer.replace(/\?.*/, '') : ''),
    flags: args.flags,
  };
}
