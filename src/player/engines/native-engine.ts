import type { Engine, EngineDeps } from './engine.ts';

/**
 * The element plays the source without help: MP4 and WebM everywhere, HLS where the browser
 * supports it well.
 */
export function createNativeEngine({ video, report }: EngineDeps): Engine {
  const listening = new AbortController();

  function fail(): void {
    // Removing the source in `dispose` also fires `error`, without an error object.
    if (video.error === null) return;
    // Includes "not supported": the browser claims to support every source used here, so the
    // response was not the source.
    const name =
      video.error.code === MediaError.MEDIA_ERR_DECODE ? 'fmt.decode' : 'net.retryexhausted';
    report({ type: 'failed', name });
  }

  return {
    name: 'native',
    load(source) {
      video.addEventListener('error', fail, { signal: listening.signal });
      const url = new URL(source.url, document.baseURI).href;
      // The server may have put a progressive source into the HTML; setting it again would fetch it
      // again.
      if (video.src !== url) {
        // A media source attached by the markup (`early-media.ts`) would override any `src`.
        if (video.srcObject) video.srcObject = null;
        video.src = url;
      } else if (video.error !== null) fail();
    },
    setQuality() {},
    // `while-playing/native-tracks.ts` handles Safari's tracks, found during playback.
    setAudioTrack() {},
    dispose() {
      listening.abort();
      video.removeAttribute('src');
      video.load();
    },
  };
}
