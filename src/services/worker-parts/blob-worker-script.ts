/**
 * @param url of the worker's module; absolute, because a blob has no base URL
 * @returns the URL of a script that imports it. Revoke it only once the worker has ended: the
 *   worker fetches it some time after its construction.
 */
export function blobWorkerUrl(url: string): string {
  return URL.createObjectURL(new Blob([scriptOf(url)], { type: 'text/javascript' }));
}

/**
 * Returns a classic script that imports the module. In a frame with an opaque origin, Chromium
 * (150) does not start a module worker from a blob and fires only an `error` event. Messages wait
 * until the module has loaded.
 */
function scriptOf(url: string): string {
  return `const early = [];
const keep = (event) => early.push(event);
addEventListener('message', keep);
import(${JSON.stringify(url)}).then(
  () => {
    removeEventListener('message', keep);
    for (const { data, ports } of early) dispatchEvent(new MessageEvent('message', { data, ports }));
  },
  // A rejection alone would be no death.
  (error) => setTimeout(() => { throw error; }),
);`;
}
