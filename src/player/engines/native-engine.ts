import type { Engine, EngineDeps } from './engine.ts';

/** The element plays the source alone: MP4 and WebM everywhere, HLS where the browser is good at it. */
export function createNativeEngine({ video, report }: EngineDeps): Engine {
  const listening = new AbortController();

  function fail(): void {
    // Taking the source away at the end also fires `error`, with no error to read.
    if (video.error === null) return;
    // Also "not supported": only sources that the browser says it can play come here, so what it got was not the source.
    const name =
      video.error.code === MediaError.MEDIA_ERR_DECODE ? 'fmt.decode' : 'net.retryexhausted';
    report({ type: 'failed', name });
  }

  return {
    name: 'native',
    load(source) {
      video.addEventListener('error', fail, { signal: listening.signal });
      const url = new URL(source.url, document.baseURI).href;
      // The server already put a progressive source into the HTML; setting it again would fetch it again.
      if (video.src !== url) {
        // What the markup has attached (`early-media.ts`) would count for more than any address.
        if (video.srcObject) video.srcObject = null;
        video.src = url;
      } else if (video.error !== null) fail();
    },
    setQuality() {},
    // Safari's tracks are `playing/native-tracks.ts`'s: they are found while the video plays.
    setAudioTrack() {},
    dispose() {
      listening.abort();
      video.removeAttribute('src');
      video.load();
    },
  };
}
