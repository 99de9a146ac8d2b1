import { callListener } from './call-listener.ts';
import { findOwner } from './message-hub.ts';
import { Player } from './player.ts';
import { PlayerError } from './player-error.ts';
import { PlayerState } from './player-state.ts';
import { sdkConfig } from './sdk-config.ts';

type Callback = () => void;

/** The window of a page that loads the script: any of this may be there already, and of any kind. */
export interface YtWindow {
  YT?: Record<string, unknown>;
  YTConfig?: Record<string, unknown>;
}

/** Called in this order, those that the page has. `onYTReady` is what a page's own stub of `YT` empties its queue by. */
const callbackNames = 'onYTReady onYouTubeIframeAPIReady onYouTubePlayerAPIReady'.split(' ');

/**
 * Defines `YT` and `YTConfig` as the host protocol's §2 has them, at once; the callbacks follow when the page had time to
 * define them. A `YT` that the page has already keeps what else is in it; one that has a `Player` is left alone, whoever
 * made it.
 */
export function defineYt(window: YtWindow & Pick<Window, 'document'>): void {
  const yt = window.YT ?? {};
  if (yt.Player !== undefined) return;
  window.YT = yt;
  // One object for both, so that a host set later is seen as well.
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
      if (yt.loaded === 1) callback();
      else waiting.push(callback);
    },
    setConfig: (config: object) => Object.assign(sdkConfig, config),
    // Programs may call these; there is nothing left for them to do.
    scan() {},
    subscribe() {},
    unsubscribe() {},
  });

  function callBack(): void {
    for (const name of callbackNames) callListener(Reflect.get(window, name));
  }

  setTimeout(() => {
    yt.loaded = 1;
    for (const callback of waiting) callListener(callback);
    // It is usually the very next script that defines a callback, and the parser may still have to fetch that.
    const isAwaited = callbackNames.some((name) => typeof Reflect.get(window, name) === 'function');
    if (isAwaited || window.document.readyState !== 'loading') callBack();
    else window.document.addEventListener('DOMContentLoaded', callBack, { once: true });
  });
}
