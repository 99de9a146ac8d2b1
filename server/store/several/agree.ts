import type { Result } from '../../../shared/tools/result.ts';
import { err } from '../../../shared/tools/result.ts';
import type { MapKeeper } from '../postgres/map-keeper.ts';
import { agreeOnMap, knownMap, type StoreMap } from './store-map.ts';

interface Agreement {
  result: Result<StoreMap, 'STORE_MAP' | 'STORE_AWAY'>;
  /** The latest map that a store has, also if there is no result. */
  known: StoreMap;
}

/**
 * Brings all stores to the same map, and adds new stores to it.
 * @param keepers by the names of the configured stores
 * @param remembered an earlier result; empty if there is none
 * @returns with the result of `agreeOnMap`
 */
export async function agree(
  keepers: ReadonlyMap<string, MapKeeper>,
  today: number,
  remembered: StoreMap,
): Promise<Agreement> {
  for (;;) {
    const answers = await Promise.all([...keepers.values()].map((keeper) => keeper.read()));
    const states = answers.filter((state) => state !== null);
    const result = agreeOnMap([...keepers.keys()], states, today, remembered);
    const known = knownMap(states);
    if (!result.ok) return { result, known };
    const map = result.value;
    // One after the other, in an order that all servers share: the first store decides between
    // servers that add stores at the same time.
    const [behind] = states
      .filter((state) => state.map.length < map.length)
      .sort((one, other) => (one.name < other.name ? -1 : 1));
    if (behind === undefined) return { result, known: map };
    if (!(await keepers.get(behind.name)?.write(map)))
      return { result: err('STORE_AWAY', `The store ${behind.name} does not answer.`), known };
  }
}
