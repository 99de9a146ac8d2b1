import type { LossAccounting } from '../../../shared/rpc/loss-accounting.ts';
import type { Measure, PageMeasureId } from './measures.ts';
import type { Scene } from './open-scene.ts';
import type { Target } from './targets.ts';

/** Memory of page and workers after garbage collection. */
export interface Holdings {
  values: Partial<Record<PageMeasureId, number>>;
  /** Id of the document or worker; a page that the browser did not keep has a new one. */
  lives: Partial<Record<Measure['of'], string>>;
  accounting: LossAccounting;
}

export async function readHoldings({ inPage }: Scene): Promise<Holdings> {
  return inPage(async (host) => {
    const frame = (await host.children()).find(({ url }) => url.includes('/embed/'));
    if (frame === undefined) throw new Error('The host page has no player.');
    const workers = await frame.children();
    const services = workers.find(({ url }) => url.includes('services-worker'));
    const media = workers.find(({ url }) => url.includes('media-worker'));
    for (const target of [frame, ...workers])
      await target.evaluate('performance.clearResourceTimings()');
    // Collect twice: one target's garbage may hold objects of another.
    for (const target of [host, frame, ...workers, host, frame, ...workers])
      await target.send('HeapProfiler.collectGarbage');

    const page = await frame.send('Memory.getDOMCounters');
    const hostCounters = await host.send('Memory.getDOMCounters');
    const storage = (await frame.evaluate(`(${readStorage})()`)) as {
      records: number;
      stored: number;
    };
    return {
      values: {
        ...storage,
        pageHeap: await heapOf(frame),
        pageListeners: page.jsEventListeners,
        pageNodes: page.nodes,
        pageDocuments: page.documents,
        pageTimers: await timersOf(frame),
        hostHeap: await heapOf(host),
        hostListeners: hostCounters.jsEventListeners,
        hostWindows: await windowsOf(host),
        ...(services && {
          servicesHeap: await heapOf(services),
          servicesTimers: await timersOf(services),
        }),
        ...(media && { mediaHeap: await heapOf(media), mediaTimers: await timersOf(media) }),
      },
      lives: {
        page: await lifeOf(frame),
        host: await lifeOf(host),
        ...(services && { services: await lifeOf(services) }),
        ...(media && { media: await lifeOf(media) }),
      },
      accounting: (await frame.evaluate('offstage.accounting()')) as LossAccounting,
    };
  });
}

async function heapOf(target: Target): Promise<number> {
  return (await target.send('Runtime.getHeapUsage')).usedSize;
}

const timersOf = async (target: Target) => Number(await target.evaluate('soak.timers.size'));
const lifeOf = async (target: Target) => String(await target.evaluate('soak.life'));

/** @returns the number of live windows, including removed frames' */
async function windowsOf(target: Target): Promise<number> {
  const objectGroup = 'soak';
  const evaluated = await target.send('Runtime.evaluate', {
    expression: 'Window.prototype',
    objectGroup,
  });
  const prototypeObjectId = evaluated.result.objectId ?? '';
  const { objects } = await target.send('Runtime.queryObjects', { prototypeObjectId, objectGroup });
  const counted = await target.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: 'function () { return this.length }',
    returnByValue: true,
  });
  await target.send('Runtime.releaseObjectGroup', { objectGroup });
  return counted.result.value;
}

/** Runs in the page. */
async function readStorage(): Promise<{ records: number; stored: number }> {
  const answer = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  let records = 0;
  for (const { name } of await indexedDB.databases()) {
    const database = await answer(indexedDB.open(name ?? ''));
    const stores = [...database.objectStoreNames];
    if (stores.length > 0) {
      const transaction = database.transaction(stores);
      for (const store of stores) records += await answer(transaction.objectStore(store).count());
    }
    database.close();
  }
  const { usage = 0 } = await navigator.storage.estimate();
  return { records, stored: usage };
}
