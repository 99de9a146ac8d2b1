import type { Failure, Result } from '../../../shared/tools/result.ts';
import { ok } from '../../../shared/tools/result.ts';
import { addNumbers } from '../add-numbers.ts';
import type { EventStore, Maintenance, StoreSummary } from '../event-store.ts';
import { addExpired, type Expired } from '../expired.ts';
import { feedsOf, type ServerStore } from '../server-store.ts';
import { StoreError, type StoreProblem } from '../store-problem.ts';
import type { ViewerStore } from '../viewer-store.ts';
import { addReports } from './add-reports.ts';
import { placeOf, type StoreMap, storesIn } from './store-map.ts';

/** One of several stores. */
export interface Member {
  /** In the map. */
  name: string;
  store: EventStore;
}

/**
 * Several stores as one. A document with all it sends is in one of them, which the map names.
 * Viewers' data are in the first store of the map, because they belong to no document. Reports and
 * totals are added up; each store has feeds of its own.
 * @param mapNow `null` until the stores have agreed on it; nothing can be stored or read before
 */
export function createSeveralStores(
  members: readonly Member[],
  mapNow: () => StoreMap | null,
): ServerStore {
  /** In the order of the map. */
  function inOrder(): EventStore[] {
    const map = mapNow();
    if (map === null) throw new StoreError(unknownPlace);
    const names = storesIn(map);
    return names.flatMap((name) => members.find((member) => member.name === name)?.store ?? []);
  }

  function storeOf(sid: string): EventStore | null {
    const map = mapNow();
    const name = map === null ? '' : placeOf(map, sid);
    return members.find((member) => member.name === name)?.store ?? null;
  }

  /** Fails like a store that is away if the document's store is not known. */
  const on = <T>(
    sid: string,
    work: (store: EventStore) => Promise<Result<T, StoreProblem>>,
  ): Promise<Result<T, StoreProblem>> => {
    const store = storeOf(sid);
    return store === null ? Promise.resolve({ ok: false, error: unknownPlace }) : work(store);
  };

  const first = (): EventStore => {
    const [store] = inOrder();
    if (store === undefined) throw new StoreError(unknownPlace);
    return store;
  };

  return {
    insertBatch: (batch) => on(batch.sid, (store) => store.insertBatch(batch)),
    insertProviderLog: (batch) => on(batch.sid, (store) => store.insertProviderLog(batch)),
    insertError: (error, ...more) => on(error.sid, (store) => store.insertError(error, ...more)),
    storedRanges: (sid, from) => on(sid, (store) => store.storedRanges(sid, from)),
    // They belong to no document.
    countRefusedBatch: (...args) => on('', (store) => store.countRefusedBatch(...args)),
    countServedPages: (pages) => on('', (store) => store.countServedPages(pages)),
    probeWrite: (options) =>
      mapNow() === null
        ? Promise.resolve({ ok: false, error: unknownPlace })
        : allOf(members, (store) => store.probeWrite(options)).then(asVoid),
    summary: async () => addSummaries(await Promise.all(inOrder().map((store) => store.summary()))),
    viewers: viewersIn(async () => first().viewers),
    feeds: () => inOrder().map(feedsOf),
    dimensions: () => inOrder().map(({ dimensions }) => dimensions),
    documents: {
      async withPlayback(cpn) {
        const found = await Promise.all(
          inOrder().map(({ documents }) => documents.withPlayback(cpn)),
        );
        return found.flat();
      },
      async read(sid, from) {
        const store = storeOf(sid);
        if (store === null) throw new StoreError(unknownPlace);
        return store.documents.read(sid, from);
      },
    },
    reports: addReports(() => inOrder().map(({ reports }) => reports)),
    // They belong to no document.
    experiments: {
      list: async () => first().experiments.list(),
      begin: async (experiment) => first().experiments.begin(experiment),
      end: async (key, end) => first().experiments.end(key, end),
    },
    async foldPlaybacks() {
      const folded = await allOf(members, (store) => store.foldPlaybacks());
      return folded.ok ? ok(folded.value.includes(true)) : folded;
    },
    maintain: (wanted) => maintainAll(members, wanted),
    async close() {
      await Promise.all(members.map(({ store }) => store.close()));
    },
  };
}

const unknownPlace: Failure<StoreProblem> = {
  code: 'STORE_AWAY',
  message: 'The event store cannot be reached; send the request again later.',
};

/** @param now rejects while it is not known where viewers' data are */
function viewersIn(now: () => Promise<ViewerStore>): ViewerStore {
  return {
    subscribe: async (...args) => (await now()).subscribe(...args),
    unsubscribe: async (...args) => (await now()).unsubscribe(...args),
    addFeedback: async (...args) => (await now()).addFeedback(...args),
    removeFeedback: async (...args) => (await now()).removeFeedback(...args),
    feedbackOf: async (...args) => (await now()).feedbackOf(...args),
    setPreference: async (...args) => (await now()).setPreference(...args),
    relationTo: async (...args) => (await now()).relationTo(...args),
    editPlaylist: async (...args) => (await now()).editPlaylist(...args),
  };
}

/** Asks all, also if one fails. @returns the first failure if there is one */
async function allOf<T>(
  members: readonly Member[],
  ask: (store: EventStore) => Promise<Result<T, StoreProblem>>,
): Promise<Result<T[], StoreProblem>> {
  const answers = await Promise.all(members.map(({ store }) => ask(store)));
  const values: T[] = [];
  for (const answer of answers) {
    if (!answer.ok) return answer;
    values.push(answer.value);
  }
  return ok(values);
}

const asVoid = <T>(result: Result<T, StoreProblem>): Result<void, StoreProblem> =>
  result.ok ? ok(undefined) : result;

function addSummaries(all: readonly StoreSummary[]): StoreSummary {
  const expired = addNumbers(all.map((one) => one.expired));
  return { ...addNumbers(all.map(({ expired: _, ...numbers }) => numbers)), expired };
}

/** One report of what has expired, for all stores. */
async function maintainAll(members: readonly Member[], wanted: Maintenance) {
  const expired: Expired[] = [];
  const done = await allOf(members, (store) =>
    store.maintain({ ...wanted, onExpired: (one) => expired.push(one) }),
  );
  if (expired.length > 0) wanted.onExpired?.(addExpired(expired));
  if (!done.ok) return done;
  const refusal = done.value.find((one) => one.refusal !== null)?.refusal ?? null;
  return ok({ refusal });
}
