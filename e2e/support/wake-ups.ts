import { setTimeout as pass } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { recordTrace, threadNames } from './trace.ts';

/**
 * What ran on the threads of pages and workers, each once: `name`, and the script's address where
 * the trace knows it.
 */
export interface WakeUps {
  mainThread: string[];
  dedicatedWorker: string[];
}

/** Everything by which a script comes to run. */
const causes: ReadonlySet<string> = new Set([
  'EvaluateScript',
  'EventDispatch',
  'FireAnimationFrame',
  'FireIdleCallback',
  'FunctionCall',
  'HandlePostMessage',
  'RunMicrotasks',
  'TimerFire',
]);

/**
 * @param during what happens meanwhile; without, nothing but the passing of time
 * @returns all that woke a page or a worker of the browser within so many milliseconds
 */
export async function wakeUpsOf(
  browser: Browser,
  ms: number,
  during?: () => Promise<unknown>,
): Promise<WakeUps> {
  const end = await recordTrace(browser, ['devtools.timeline', 'v8.execute']);
  await during?.();
  await pass(ms);
  const events = await end();
  const threads = threadNames(events);
  const on = (pattern: RegExp) => {
    const found = events
      .filter(
        ({ name, pid, tid }) =>
          causes.has(name) && pattern.test(threads.get(`${pid} ${tid}`) ?? ''),
      )
      .map(({ name, args: { data } }) => `${name} ${data?.url ?? data?.type ?? ''}`.trim());
    return [...new Set(found)];
  };
  return { mainThread: on(/^CrRendererMain$/), dedicatedWorker: on(/^DedicatedWorker/) };
}
