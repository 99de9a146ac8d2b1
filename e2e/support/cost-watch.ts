import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { type TraceEvent, threadNames, threadOf } from './trace.ts';

declare global {
  interface Window {
    counted: { toWorkers: number; fromWorkers: number; commits: number };
  }
}

const assets = new URL('../../dist/page/assets/', import.meta.url);

/**
 * Counts the messages between a page and its workers, and React's changes of the page. Called
 * before the page is opened.
 */
export async function countCalls(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = { toWorkers: 0, fromWorkers: 0, commits: 0 };
    window.counted = counted;
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, ...args: unknown[]) {
      counted.toWorkers += 1;
      Reflect.apply(postMessage, this, args);
    };
    const { Worker: Native } = window;
    window.Worker = class extends Native {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.addEventListener('message', () => {
          counted.fromWorkers += 1;
        });
      }
    };
    // React calls this hook in every build, if it exists before React loads.
    Object.assign(window, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot() {
          counted.commits += 1;
        },
        onCommitFiberUnmount() {},
      },
    });
  });
}

const readScripts = () => performance.getEntriesByType('resource').map(({ name }) => name);

/** Loaded bytes, with brotli as a production server sends them, whatever this server does. */
export async function readScriptBytes(page: Page): Promise<{ page: number; services: number }> {
  const services = page.workers().filter((worker) => worker.url().includes('services-worker'));
  const loaded = await Promise.all(services.map((worker) => worker.evaluate(readScripts)));
  const own = (urls: string[]) => urls.filter((url) => /\/assets\/[^/]+\.js$/.test(url));
  const ofWorkers = own([...services.map((worker) => worker.url()), ...loaded.flat()]);
  const ofPage = own(await page.evaluate(readScripts)).filter(
    (url) => !/worker[^/]*\.js$/.test(url),
  );
  return { page: brotliBytes(ofPage), services: brotliBytes(ofWorkers) };
}

function brotliBytes(urls: readonly string[]): number {
  let bytes = 0;
  for (const name of new Set(urls.map((url) => url.slice(url.lastIndexOf('/') + 1))))
    bytes += brotliCompressSync(
      withSteadyNames(readFileSync(new URL(name, assets), 'utf8')),
    ).length;
  return bytes;
}

/**
 * The hashes in the names of scripts change with each version, and their compressed size by up to
 * 180 bytes. With a hash of the name alone, the same scripts always have the same size.
 */
function withSteadyNames(script: string): string {
  return script.replace(
    /\b([a-z][a-z-]*)-[\w-]{8}\.(js|css)\b/g,
    (_, name, type) =>
      `${name}-${createHash('sha256').update(name).digest('base64url').slice(0, 8)}.${type}`,
  );
}

/** A task of a page's thread in which our script ran. */
export interface OwnTask {
  /** Processor time, not wall-clock time: a busy machine does not lengthen it. Milliseconds. */
  cpuMs: number;
  /** The scripts that ran. */
  scripts: string[];
}

/** Trace events of script in a task; those of module evaluation carry its address too. */
export const taskCategories = [
  'toplevel',
  'devtools.timeline',
  'v8',
  'disabled-by-default-devtools.timeline',
];

/** @param isOwn whether an address is one of our scripts */
export function ownTasks(
  events: readonly TraceEvent[],
  isOwn = (url: string) => url.includes('/assets/'),
): OwnTask[] {
  const threads = threadNames(events);
  const main = events.filter(
    (event) => threads.get(threadOf(event)) === 'CrRendererMain' && event.ph === 'X',
  );
  // Two categories report each task, one nested in the other.
  const tasks = main.filter(({ name }) => name === 'ThreadControllerImpl::RunTask');
  const runs = main.flatMap((event) => {
    const url = event.args.data?.url ?? event.args.fileName ?? '';
    return isOwn(url) ? [{ event, url }] : [];
  });
  return tasks.flatMap((task) => {
    const within = runs.filter(
      ({ event }) =>
        threadOf(event) === threadOf(task) &&
        event.ts >= task.ts &&
        event.ts <= task.ts + (task.dur ?? 0),
    );
    const scripts = within.map(
      ({ event, url }) => `${event.name} ${url.slice(url.lastIndexOf('/') + 1)}`,
    );
    return within.length === 0
      ? []
      : [{ cpuMs: (task.tdur ?? 0) / 1_000, scripts: [...new Set(scripts)] }];
  });
}
