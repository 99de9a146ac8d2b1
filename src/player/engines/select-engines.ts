import type { MediaSourceInfo } from '../../../shared/player/player-response.ts';

/** hls.js itself chooses its thread (`media-worker-place.ts`). */
export type EngineWay = 'native' | 'hls.js' | 'rx-player';

/** Capabilities of this browser; read once. */
export interface MediaCapabilities {
  hasMediaSource: boolean;
  /** The browser's own HLS is preferred in Safari. Chromium's lacks quality levels and captions. */
  prefersNativeHls: boolean;
  canPlayNatively: (mimeType: string) => boolean;
}

export interface EngineChoice {
  engine: EngineWay;
  source: MediaSourceInfo;
}

/**
 * Lists every way to play a video here, best first: by order of the sources, then of the engines.
 * If one fails before its first frame, the player takes the next.
 */
export function selectEngines(
  sources: readonly MediaSourceInfo[],
  can: MediaCapabilities,
): EngineChoice[] {
  return sources.flatMap((source) => enginesFor(source, can).map((engine) => ({ engine, source })));
}

function enginesFor(source: MediaSourceInfo, can: MediaCapabilities): EngineWay[] {
  // The element cannot decrypt without help, because a licence must be fetched.
  const native: EngineWay[] = !source.drm && can.canPlayNatively(source.mimeType) ? ['native'] : [];
  switch (source.packaging) {
    case 'progressive':
      return native;
    case 'dash':
      return can.hasMediaSource ? ['rx-player'] : [];
    case 'hls':
      if (can.prefersNativeHls && !source.drm) return native;
      // Without MediaSource only the browser's own HLS remains; with it, native HLS is the last
      // resort.
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
