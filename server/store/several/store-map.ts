import { hash } from 'node:crypto';
import * as z from 'zod';
import type { Result } from '../../../shared/tools/result.ts';
import { err, ok } from '../../../shared/tools/result.ts';
import { dayInId } from '../id-day.ts';
import { severalLimits } from './several-limits.ts';

/**
 * Which stores new documents are placed on, and since when. A version is never changed, only
 * followed by another, so a document stays where its first event went.
 */
export type StoreMap = readonly MapVersion[];

interface MapVersion {
  /** Its documents have this day in their id, or a later one (UTC, days since 1970). */
  fromDay: number;
  /** Names of all stores, in the order in which they were added. */
  stores: readonly string[];
}

/** A store's own answer. */
export interface StoreState {
  /** Name of its database. */
  name: string;
  /** Empty before the store belongs to several. */
  map: StoreMap;
  hasDocuments: boolean;
}

export const storeMapSchema: z.ZodType<StoreMap> = z.array(
  z.object({ fromDay: z.int().min(0), stores: z.array(z.string().min(1)).min(1) }),
);

/**
 * Places a document by rendezvous hashing (Thaler and Ravishankar, 1998): each store in turn is
 * hashed with the id, and the highest wins. The day in the id chooses the version of the map; ids
 * without a day belong to the first.
 * @returns the name of its store
 */
export function placeOf(map: StoreMap, sid: string): string {
  const day = Math.max(dayInId(sid), 0);
  const stores = map.findLast(({ fromDay }) => fromDay <= day)?.stores ?? [];
  let [place, highest] = ['', ''];
  for (const store of stores) {
    const rank = hash('sha256', `${store} ${sid}`);
    if (rank > highest) [place, highest] = [store, rank];
  }
  return place;
}

/** @returns names of all stores in the map, the latest last */
export function storesIn(map: StoreMap): readonly string[] {
  return map.at(-1)?.stores ?? [];
}

/**
 * Finds the map of these stores, or makes it.
 * @param names of the configured stores
 * @param states of those that answer
 * @param today days since 1970, UTC
 * @param remembered an earlier result; empty if there is none
 * @returns empty for a single store, which needs no map; `STORE_MAP` if the operator must change
 *   something; `STORE_AWAY` if more stores must answer before it is known
 */
export function agreeOnMap(
  names: readonly string[],
  states: readonly StoreState[],
  today: number,
  remembered: StoreMap = [],
): Result<StoreMap, 'STORE_MAP' | 'STORE_AWAY'> {
  const known = knownMap([...states, { map: remembered }]);
  const other = states.find(({ map }) => !startsWith(known, map));
  if (other !== undefined)
    return err(
      'STORE_MAP',
      `The store ${other.name} belongs to other stores than the rest of --store: name only stores that have been used together.`,
    );
  const lacking = storesIn(known).filter((name) => !names.includes(name));
  if (lacking.length > 0)
    return err(
      'STORE_MAP',
      `Documents are also in ${lacking.join(' and ')}, which no --store names: add it. A store cannot be taken away while it holds documents.`,
    );
  const added = names.filter((name) => !storesIn(known).includes(name));
  if (added.length === 0) return ok(known);
  const away = names.filter((name) => !states.some((state) => state.name === name));
  if (names.length === 1 && away.length === 0) return ok([]);
  if (away.length > 0)
    return err(
      'STORE_AWAY',
      `The server must see all stores once, before it adds ${added.join(' and ')}; ${away.join(' and ')} does not answer.`,
    );
  return addStores(known, names, { added, states, today });
}

function addStores(
  known: StoreMap,
  names: readonly string[],
  {
    added,
    states,
    today,
  }: { added: readonly string[]; states: readonly StoreState[]; today: number },
): Result<StoreMap, 'STORE_MAP'> {
  const filled = states
    .filter(({ name, hasDocuments }) => hasDocuments && added.includes(name))
    .map(({ name }) => name);
  const isFirst = known.length === 0;
  if (filled.length > (isFirst ? 1 : 0))
    return err(
      'STORE_MAP',
      `${filled.join(' and ')} cannot be added, because documents are there already: start with an empty database, or with one filled store and empty ones.`,
    );
  if (isFirst && filled.length === 0) return ok([{ fromDay: 0, stores: names }]);
  const before = isFirst ? [{ fromDay: 0, stores: filled }] : known;
  const stores = [...storesIn(before), ...names.filter((name) => !storesIn(before).includes(name))];
  const fromDay = Math.max(today + severalLimits.daysUntilUsed, (before.at(-1)?.fromDay ?? 0) + 1);
  return ok([...before, { fromDay, stores }]);
}

/** @returns the latest map that a store has */
export function knownMap(states: readonly Pick<StoreState, 'map'>[]): StoreMap {
  return states.reduce<StoreMap>(
    (longest, { map }) => (map.length > longest.length ? map : longest),
    [],
  );
}

/** Whether a map is an earlier version of another, or the same. */
function startsWith(map: StoreMap, earlier: StoreMap): boolean {
  return JSON.stringify(map.slice(0, earlier.length)) === JSON.stringify(earlier);
}
