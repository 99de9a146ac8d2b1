import { setTimeout as wait } from 'node:timers/promises';
import type { CustomNames } from '../../shared/telemetry/document-dimensions.ts';
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
}

/**
 * Gives the operator's dimensions their places in the stores. If a store is away, it is asked again
 * until it answers.
 * @returns a failure of `agreeOnNames` if it is known at once
 */
export async function startDimensions(
  names: readonly string[],
  { store, warn, reportError }: DimensionsDeps,
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

  async function askAgain(): Promise<void> {
    for (;;) {
      await wait(customLimits.askAgainMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      try {
        const asked = await ask();
        if (asked === null) continue;
        if (!asked.ok) warn(asked.error.message);
      } catch (error) {
        reportError(error);
      }
      return;
    }
  }

  const first = await ask();
  if (first?.ok === false) return first;
  const asking = first === null ? askAgain() : Promise.resolve();
  return ok({
    names: () => placed,
    async stop() {
      stopping.abort();
      await asking;
    },
  });
}
