import { setTimeout as wait } from 'node:timers/promises';
import { type CustomNames, customDimensions } from '../../shared/telemetry/document-dimensions.ts';
import type { Result } from '../../shared/tools/result.ts';
import { ok } from '../../shared/tools/result.ts';
import { agreeOnNames } from '../store/reports/custom/agree-on-names.ts';
import { customLimits } from '../store/reports/custom/custom-limits.ts';
import type { ServerStore } from '../store/server-store.ts';
import { StoreError } from '../store/store-problem.ts';

export interface Dimensions {
  /** The operator's names by their places; empty until the stores have answered. */
  names(): CustomNames;
  stop(): Promise<void>;
}

interface DimensionsDeps {
  store: Pick<ServerStore, 'dimensions'>;
  /** Gets a sentence for the operator. */
  warn: (sentence: string) => void;
  reportError: (error: unknown) => void;
  lookAgainMs?: number;
}

/**
 * Gives the operator's dimensions their places in the stores. If a store is away, it is asked again
 * until it answers. Later it looks each minute whether the places are still theirs.
 * @returns a failure of `agreeOnNames` if it is known at once
 */
export async function startDimensions(
  names: readonly string[],
  { store, warn, reportError, lookAgainMs = customLimits.lookAgainMs }: DimensionsDeps,
): Promise<Result<Dimensions>> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let placed: CustomNames = {};

  /** @returns `null` if a store is away */
  async function ask(): Promise<Result<void> | null> {
    try {
      const agreed = await agreeOnNames(store.dimensions(), names);
      if (!agreed.ok) return agreed;
      placed = agreed.value;
      return ok(undefined);
    } catch (error) {
      if (error instanceof StoreError) return null;
      throw error;
    }
  }

  /** @returns whether the server runs on */
  async function pause(ms: number): Promise<boolean> {
    await wait(ms, undefined, { signal, ref: false }).catch(() => {});
    return !signal.aborted;
  }

  /** Another server may have given places to other names, whose values must not get these names. */
  async function look(): Promise<void> {
    const kept = await Promise.all(store.dimensions().map((one) => one.places()));
    // A further store has come to those that this server uses.
    const isNew = (places: CustomNames) =>
      customDimensions.some((place) => placed[place] !== undefined && places[place] === undefined);
    if (kept.some(isNew)) await ask();
    for (const place of customDimensions) {
      const name = placed[place];
      if (name === undefined || kept.every((places) => [undefined, name].includes(places[place])))
        continue;
      const { [place]: _, ...others } = placed;
      placed = others;
      warn(
        `Another server has taken the place of the dimension "${name}", which is no longer shown: start all servers of a store with the same --dimension.`,
      );
    }
  }

  async function run(isPlaced: boolean): Promise<void> {
    let isDone = isPlaced;
    // Without names there is nothing that another server could take.
    while (
      !(isDone && names.length === 0) &&
      (await pause(isDone ? lookAgainMs : customLimits.askAgainMs))
    ) {
      try {
        if (isDone) {
          await look();
          continue;
        }
        const asked = await ask();
        isDone = asked !== null;
        if (asked?.ok === false) warn(asked.error.message);
      } catch (error) {
        // Health and metrics say that the store is away.
        if (error instanceof StoreError) continue;
        reportError(error);
        isDone = true;
      }
    }
  }

  const first = await ask();
  if (first?.ok === false) return first;
  const running = run(first !== null);
  return ok({
    names: () => placed,
    async stop() {
      stopping.abort();
      await running;
    },
  });
}
