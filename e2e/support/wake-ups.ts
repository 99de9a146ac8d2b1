import { setTimeout as pass } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { recordTrace, threadNames } from './trace.ts';

/**
 * The events that ran scripts on the threads of pages and workers, each once: `name`, and the
 * script's address if the trace has it.
 */
export interface WakeUps {
  mainThread: string[];
  dedicatedWorker: string[];
}

/** Every kind of event that runs a script. */
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
 * @param during actions meanwhile; by default, only time passes
 * @returns everything that woke a page or a worker of the browser within this many milliseconds
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
