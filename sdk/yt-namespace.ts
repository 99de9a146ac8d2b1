import { callListener } from './call-listener.ts';
import { findOwner } from './message-hub.ts';
import { Player } from './player.ts';
import { PlayerError } from './player-error.ts';
import { PlayerState } from './player-state.ts';
import { sdkConfig } from './sdk-config.ts';

type Callback = () => void;

/**
 * The window of a page that loads the script. The page may have set any of these, with any type.
 */
export interface YtWindow {
  YT?: Record<string, unknown>;
  YTConfig?: Record<string, unknown>;
  onYTReady?: unknown;
  onYouTubeIframeAPIReady?: unknown;
  onYouTubePlayerAPIReady?: unknown;
}

/**
 * Called in this order, if the page defines them. A page's own stub of `YT` empties its queue in
 * `onYTReady`.
 */
const callbackNames = ['onYTReady', 'onYouTubeIframeAPIReady', 'onYouTubePlayerAPIReady'] as const;

/**
 * Defines `YT` and `YTConfig` as in host protocol §2, at once; the callbacks follow when the page
 * had time to define them. An existing `YT` keeps its other properties; one that has a `Player` is
 * left unchanged.
 */
export function defineYt(window: YtWindow & Pick<Window, 'document'>): void {
  const yt = window.YT ?? {};
  if (yt.Player) return;
  window.YT = yt;
  // One object for both, so that a host set later also applies.
  window.YTConfig = Object.assign(sdkConfig, window.YTConfig);
  const waiting: Callback[] = [];

  Object.assign(yt, {
    loading: 1,
    loaded: 0,
    Player,
    PlayerState,
    PlayerError,
    get: findOwner,
    ready(callback: Callback) {
      if (yt.loaded) callback();
      else waiting.push(callback);
    },
    setConfig: (config: object) => Object.assign(sdkConfig, config),
    // Programs may call these; they need to do nothing.
    scan() {},
    subscribe() {},
    unsubscribe() {},
  });

  function callBack(): void {
    for (const name of callbackNames) callListener(window[name]);
  }

  setTimeout(() => {
    yt.loaded = 1;
    for (const callback of waiting) callListener(callback);
    // Usually the very next script defines a callback, and the parser may still have to fetch it.
    const isAwaited = callbackNames.some((name) => typeof window[name] === 'function');
    if (isAwaited || window.document.readyState !== 'loading') callBack();
    else window.document.addEventListener('DOMContentLoaded', callBack, { once: true });
  });
}
