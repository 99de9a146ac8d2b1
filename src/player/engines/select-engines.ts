import type { MediaSourceInfo } from '../../../shared/player-response.ts';

/** On which thread hls.js runs it decides itself (`media-worker-place.ts`). */
export type EngineWay = 'native' | 'hls.js' | 'rx-player';

/** What this browser can do, read once. */
export interface MediaCapabilities {
  hasMediaSource: boolean;
  /** The browser's own HLS is the better one: Safari's. Chromium has one too, which knows no qualities and no captions. */
  prefersNativeHls: boolean;
  canPlayNatively: (mimeType: string) => boolean;
}

export interface EngineChoice {
  engine: EngineWay;
  source: MediaSourceInfo;
}

/**
 * Every way to play a video here, best first: the order of the sources, and within one source the order of the engines.
 * The player takes the next when one fails before its first frame.
 */
export function selectEngines(
  sources: readonly MediaSourceInfo[],
  can: MediaCapabilities,
): EngineChoice[] {
  return sources.flatMap((source) => enginesFor(source, can).map((engine) => ({ engine, source })));
}

function enginesFor(source: MediaSourceInfo, can: MediaCapabilities): EngineWay[] {
  // The element alone cannot decrypt: somebody has to fetch the licence.
  const native: EngineWay[] = !source.drm && can.canPlayNatively(source.mimeType) ? ['native'] : [];
  switch (source.packaging) {
    case 'progressive':
      return native;
    case 'dash':
      return can.hasMediaSource ? ['rx-player'] : [];
    case 'hls':
      if (can.prefersNativeHls && !source.drm) return native;
      // Without MediaSource the browser's own HLS is better than nothing; with it, it is the last resort.
      return can.hasMediaSource ? ['hls.js', ...native] : native;
  }
}

export function readMediaCapabilities(video: HTMLVideoElement): MediaCapabilities {
  return {
    hasMediaSource: 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis,
    prefersNativeHls:
      navigator.vendor.startsWith('Apple') &&
      video.canPlayType('application/vnd.apple.mpegurl') !== '',
    canPlayNatively: (mimeType) => video.canPlayType(mimeType) !== '',
  };
}
