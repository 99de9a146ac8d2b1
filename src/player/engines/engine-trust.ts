const scripts = new Set<string>();
let isMade = false;

/**
 * Lets libraries through that know nothing of Trusted Types (hls.js 1.7, RxPlayer 4.5), as far as they need: one worker's script, and text
 * that `DOMParser` reads (PlayReady's and TTML's XML), in a document of its own where nothing runs. Whatever else hands the
 * page text for a script or for markup is refused as before.
 * @param workerUrl of the script that may become a worker; `null` for none
 */
export function trustEngine(workerUrl: string | null): void {
  if (workerUrl !== null) scripts.add(new URL(workerUrl, document.baseURI).href);
  try {
    if (isMade) return;
    isMade = true;
    globalThis.trustedTypes?.createPolicy('default', {
      createScriptURL: (url) => (scripts.has(url) ? url : null),
      createHTML: (text, _type, sink) => (sink === 'DOMParser parseFromString' ? text : null),
    });
  } catch {
    // There is such a policy already, the provider's: engines do without workers where that refuses them.
  }
}
