import type { ScriptBytes } from '../../../shared/telemetry/performance-report.ts';

/** The part of a `resource` entry that is read. */
export interface ResourceEntry {
  name: string;
  encodedBodySize: number;
  /** 0 from the browser's cache, and for another origin that does not allow timing. */
  transferSize: number;
}

export interface Requests {
  count: number;
  page: ScriptBytes;
  /** Entry files of the services' worker. Only the page has entries for them, not the worker. */
  servicesFile: ScriptBytes;
  transferredBytes: number;
  /** Scripts of the page that came from the browser's cache. */
  cachedScriptCount: number;
}

export const noRequests: Requests = {
  count: 0,
  transferredBytes: 0,
  cachedScriptCount: 0,
  page: { count: 0, bytes: 0 },
  servicesFile: { count: 0, bytes: 0 },
};

/** Built scripts that other threads run, by name; the page runs all others. */
const threadOf: ReadonlyMap<string, 'servicesFile' | 'other'> = new Map([
  ['services-worker', 'servicesFile'],
  ['traced-services-worker', 'servicesFile'],
  ['media-worker', 'other'],
  // The workers that hls.js and RxPlayer start.
  ['hls.worker', 'other'],
  ['worker', 'other'],
]);

/** @returns the build's name of a script: `media-worker` for `…/media-worker-HASH.js` */
function builtName(path: string): string {
  return /([^/]+)-[\w-]{8}\.js$/.exec(path)?.[1] ?? '';
}

/** Counts scripts from caches and preloads too: the thread still has to compile them. */
export function addRequest(
  before: Requests,
  { name, encodedBodySize, transferSize }: ResourceEntry,
): Requests {
  const counted = {
    ...before,
    count: before.count + 1,
    transferredBytes: before.transferredBytes + transferSize,
  };
  const path = name.split(/[?#]/, 1)[0] ?? '';
  if (!path.endsWith('.js')) return counted;
  const key = threadOf.get(builtName(path)) ?? 'page';
  if (key === 'other') return counted;
  const isCached = key === 'page' && transferSize === 0 && encodedBodySize > 0;
  return {
    ...counted,
    cachedScriptCount: before.cachedScriptCount + (isCached ? 1 : 0),
    [key]: addScript(before[key], encodedBodySize),
  };
}

function addScript(before: ScriptBytes, bytes: number): ScriptBytes {
  return { count: before.count + 1, bytes: before.bytes + bytes };
}
