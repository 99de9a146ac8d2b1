/** A row of the queue in the browser's database, as far as tests read it. */
export interface QueueRow {
  sid: string;
  /** Each event's JSON. */
  events: { json: string }[];
}

/** Runs in a page of the player's origin. @returns the rows of the queue, of all documents */
export async function readQueue(): Promise<QueueRow[]> {
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
  return read.flat();
}
