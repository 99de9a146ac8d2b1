import type { ConfigState, ServicesLoad } from '../../shared/rpc/rpc.ts';

/**
 * Adds the loaded scripts and the provider's configurations to a reading. A script of its own,
 * because few pages ask.
 */
export async function completeLoad(
  load: ServicesLoad,
  readConfigs: () => Promise<ConfigState[]>,
): Promise<ServicesLoad> {
  const configs = await readConfigs().catch(() => null);
  return { ...addScripts(load), ...(configs !== null && { configs }) };
}

function addScripts(load: ServicesLoad): ServicesLoad {
  // In the page, its own resource entries count these scripts.
  if ('document' in globalThis) return load;
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const scripts = entries.filter(({ name }) => /\.js(?:$|[?#])/.test(name));
  return {
    ...load,
    scriptCount: scripts.length,
    scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  };
}
