import type { PlayerStore } from '../state/player-store.ts';
import { levelForHeight } from './level-for-height.ts';

export interface QualitySetters {
  /** `null` is automatic. */
  setQuality(id: string | null): void;
  /** Uses the level nearest to a height in pixels, as soon as levels are known. */
  setQualityHeight(height: number | null): void;
}

/**
 * Keeps the chosen quality by its height, because levels may come later than the choice, and
 * another engine or source has other levels.
 * @param suggestedHeight pixels; `null` is automatic
 * @param use selects a level in the engine
 */
export function createQualityChoice(
  store: PlayerStore,
  suggestedHeight: number | null,
  use: (id: string | null) => void,
): QualitySetters & { height(): number | null } {
  let chosen = suggestedHeight;

  function fix(id: string | null): void {
    store.dispatch({ type: 'changed', changes: { fixedQualityId: id } });
    use(id);
  }

  return {
    height: () => chosen,
    setQuality(id) {
      chosen = store.getState().qualities.find((level) => level.id === id)?.height ?? null;
      fix(id);
    },
    setQualityHeight(height) {
      chosen = height;
      const { qualities } = store.getState();
      fix(height === null ? null : (levelForHeight(qualities, height)?.id ?? null));
    },
  };
}
