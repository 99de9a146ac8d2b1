import type { BrowserContext } from '@playwright/test';

/** An event as stored in a browser's queue. */
interface QueuedEvent {
  sid: string;
  seq: number;
  payload: Record<string, unknown>;
}

/**
 * Reads the rows that dead pages left in this browser's queue. It uses a document of the same
 * origin without product code, so nothing resends them meanwhile.
 */
export async function readLeftBehind(
  context: BrowserContext,
  origin: string,
): Promise<QueuedEvent[]> {
  const bystander = await context.newPage();
  await bystander.goto(`${origin}/telemetry/summary`);
  const rows = await bystander.evaluate(async () => {
    const settle = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const opening = indexedDB.open('offstage-logs');
    // A page that died before it created its stores left nothing; do not create a database for the
    // next page to find.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    const db = await settle(opening).catch((error: DOMException) => {
      if (error.name === 'AbortError') return null;
      throw error;
    });
    if (db === null) return [];
    const stores = ['arrivals', 'requests'].filter((name) => db.objectStoreNames.contains(name));
    // One transaction, so that an event moving between the stores is seen in one of them.
    const transaction = db.transaction(stores);
    const read = await Promise.all(
      stores.map((name) => settle(transaction.objectStore(name).getAll())),
    );
    db.close();
    return read.flat() as { sid: string; events: { json: string }[] }[];
  });
  await bystander.close();
  return rows.flatMap(({ sid, events }) =>
    events.map(({ json }) => ({ sid, ...JSON.parse(json) })),
  );
}
