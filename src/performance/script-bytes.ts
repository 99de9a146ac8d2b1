import type { ScriptBytes } from '../../shared/performance-report.ts';

/** Entry of the type `resource`, as far as it is read. */
export interface ResourceEntry {
  name: string;
  encodedBodySize: number;
}

export interface Requests {
  count: number;
  page: ScriptBytes;
  /** Files that are started as the services' worker, which the page's entries tell and the worker's own do not. */
  servicesFile: ScriptBytes;
}

export const noRequests: Requests = {
  count: 0,
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

/** @returns the name that the build gave a script: `media-worker` of `…/media-worker-HASH.js` */
function builtName(path: string): string {
  return /([^/]+)-[\w-]{8}\.js$/.exec(path)?.[1] ?? '';
}

/** Also what came from a cache or a preload: the thread that runs it has it to compile all the same. */
export function addRequest(before: Requests, { name, encodedBodySize }: ResourceEntry): Requests {
  const count = before.count + 1;
  const path = name.split(/[?#]/, 1)[0] ?? '';
  if (!path.endsWith('.js')) return { ...before, count };
  const key = threadOf.get(builtName(path)) ?? 'page';
  if (key === 'other') return { ...before, count };
  return { ...before, count, [key]: addScript(before[key], encodedBodySize) };
}

function addScript(before: ScriptBytes, bytes: number): ScriptBytes {
  return { count: before.count + 1, bytes: before.bytes + bytes };
}
