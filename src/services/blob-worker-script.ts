/**
 * @param url of a worker's module, absolute: a blob has no base to resolve it against
 * @returns the address of a script that imports it, to be revoked once the worker has ended: the worker fetches it some time after its construction
 */
export function blobWorkerUrl(url: string): string {
  return URL.createObjectURL(new Blob([scriptOf(url)], { type: 'text/javascript' }));
}

/**
 * A classic script that imports the module. As a module itself Chromium (150) would not start it in a frame without an origin, and
 * says nothing but an `error` event. What comes before the module is there waits for it.
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
