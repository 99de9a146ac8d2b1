const scripts = new Set<string>();
let isMade = false;

/**
 * Lets libraries without support for Trusted Types work (hls.js 1.7, RxPlayer 4.5). Allows only one
 * worker script, and text for `DOMParser` (XML of PlayReady and TTML), whose documents run no
 * scripts. All other strings for scripts or markup are refused as before.
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
    // The provider already has a default policy. Where it refuses workers, engines run without
    // them.
  }
}
