import type { ServicesLoad } from '../shared/rpc.ts';

/** Adds to a reading what the thread has loaded: a script of its own, for the few who ask. */
export function addScripts(load: ServicesLoad): ServicesLoad {
  // In the page its own entries tell.
  if ('document' in globalThis) return load;
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const scripts = entries.filter(({ name }) => /\.js(?:$|[?#])/.test(name));
  return {
    ...load,
    scriptCount: scripts.length,
    scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  };
}
