import { ok } from '../../../shared/tools/result.ts';
import type { StoreWatch } from './store-watch.ts';

/** A watch that is only asked. */
export type AskedWatch = Pick<StoreWatch, 'ask' | 'summary'>;

/**
 * @param watches of each of several stores
 * @param ofAll of all of them as one
 * @param isPlaced whether it is known which documents each takes; nothing is stored before
 * @returns a watch by which the stores accept writes if each of them does
 */
export function watchAll(
  watches: readonly StoreWatch[],
  ofAll: StoreWatch,
  isPlaced: () => boolean,
): AskedWatch {
  return {
    async ask() {
      if (!isPlaced()) return ofAll.ask();
      const answers = await Promise.all(watches.map((watch) => watch.ask()));
      return answers.find((answer) => !answer.ok) ?? ok(undefined);
    },
    summary: ofAll.summary,
  };
}
