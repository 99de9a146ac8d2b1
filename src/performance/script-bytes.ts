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

/** Also what came from a cache or a preload: the thread that runs it has it to compile all the same. */
export function addRequest(before: Requests, { name, encodedBodySize }: ResourceEntry): Requests {
  const count = before.count + 1;
  const path = name.split(/[?#]/, 1)[0] ?? '';
  if (!path.endsWith('.js')) return { ...before, count };
  const key = /\/(?:traced-)?services-worker-[^/]*$/.test(path) ? 'servicesFile' : 'page';
  // Other workers are named `…-worker-HASH.js`: no script of the page's thread.
  if (key === 'page' && /worker[^/]*\.js$/.test(path)) return { ...before, count };
  return { ...before, count, [key]: addScript(before[key], encodedBodySize) };
}

function addScript(before: ScriptBytes, bytes: number): ScriptBytes {
  return { count: before.count + 1, bytes: before.bytes + bytes };
}
