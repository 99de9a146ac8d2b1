import {
  type CustomNames,
  customDimensions,
} from '../../../../shared/telemetry/document-dimensions.ts';
import type { Result } from '../../../../shared/tools/result.ts';
import { err, ok } from '../../../../shared/tools/result.ts';
import type { KeptDimensions, KeptName } from './kept-names.ts';

/** Servers that start at the same time take places from each other, each at most once. */
const attemptsCount = customDimensions.length + 1;

/**
 * Gives the operator's names the places that they have in the stores, and new names free ones, the
 * same in all stores. A place is free if it has no name, or one that the server that started last
 * did not name and of which the stores have no values.
 * @returns `DIMENSIONS_FULL` or `DIMENSIONS_DIFFER`, with cause and fix
 * @throws `StoreError` if a store is away
 */
export async function agreeOnNames(
  stores: readonly KeptDimensions[],
  names: readonly string[],
): Promise<Result<CustomNames, 'DIMENSIONS_FULL' | 'DIMENSIONS_DIFFER'>> {
  for (let attempt = 0; ; attempt++) {
    const kept = await Promise.all(stores.map((store) => store.kept(names)));
    const placed = placesFor(names, kept);
    if (!placed.ok || kept.every((one) => one.length === 0 && names.length === 0)) return placed;
    let isDone = true;
    // One after the other, so that the first store decides between servers.
    for (const store of stores) isDone &&= await store.name(placed.value);
    if (isDone) return placed;
    if (attempt === attemptsCount)
      return err('DIMENSIONS_FULL', 'Other servers name other dimensions; start them one by one.');
  }
}

/** @param kept by each store */
export function placesFor(
  names: readonly string[],
  kept: readonly (readonly KeptName[])[],
): Result<CustomNames, 'DIMENSIONS_FULL' | 'DIMENSIONS_DIFFER'> {
  const all = kept.flat();
  const placed: CustomNames = {};
  for (const name of names) {
    const known = all.find((one) => one.name === name);
    if (known === undefined) continue;
    const { place } = known;
    const isElsewhere = all.some((one) => one.name === name && one.place !== place);
    const blocking = all.find((one) => one.place === place && one.name !== name && one.isTaken);
    if (isElsewhere || blocking !== undefined)
      return err(
        'DIMENSIONS_DIFFER',
        `The stores keep "${name}" in different places${blocking === undefined ? '' : `, or "${blocking.name}" in its place`}; leave "${name}" out of --dimension, or use stores that began together.`,
      );
    placed[place] = name;
  }
  for (const name of names) {
    if (Object.values(placed).includes(name)) continue;
    const free = customDimensions.find(
      (place) =>
        placed[place] === undefined && !all.some((one) => one.place === place && one.isTaken),
    );
    if (free === undefined) {
      const others = new Set(all.map((one) => one.name).filter((other) => !names.includes(other)));
      const list = [...others].map((other) => `"${other}"`).join(' and ');
      return err(
        'DIMENSIONS_FULL',
        `There is no place for the dimension "${name}", because the store keeps ${list}. Start all servers without ${list} and "${name}", run "offstage rebuild", which removes values of names that are left out, and start with "${name}" again.`,
      );
    }
    placed[free] = name;
  }
  return ok(placed);
}
