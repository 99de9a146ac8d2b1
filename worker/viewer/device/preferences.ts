import { deviceLimits } from '../../../shared/limits/device-limits.ts';
import type { Preferences } from '../../../shared/telemetry/device-report.ts';
import { preferencesShape } from '../../../shared/telemetry/shapes/preferences.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import { parseAs } from '../../../shared/tools/shape.ts';
import type { DataStore } from '../../storage/data/data-store.ts';

/**
 * The viewer's choices, for all pages of the origin. Each field is a row: if two embeds change it,
 * the last one wins.
 */
export interface KeptPreferences {
  /** Malformed values are deleted. */
  read(): Promise<Preferences>;
  /**
   * Stores the first choice at once, in case the page closes right after it. Choices that follow
   * soon are stored together.
   */
  keep(preferences: Preferences): void;
  /** Resolves once the waiting choices are stored. */
  stop(): Promise<void>;
}

export interface PreferencesDeps {
  data: Pick<DataStore, 'get' | 'set' | 'delete'>;
  clock: Clock;
}

const keyOf = (name: string) => `preference/${name}` as const;

export function createPreferences({ data, clock }: PreferencesDeps): KeptPreferences {
  let waiting: Preferences = {};
  let cancelTimer: (() => void) | null = null;

  async function readOne(name: keyof Preferences): Promise<[string, unknown][]> {
    const value = await data.get(keyOf(name));
    if (value === undefined) return [];
    if (parseAs(preferencesShape, { [name]: value }).success) return [[name, value]];
    await data.delete(keyOf(name));
    return [];
  }

  async function store(): Promise<void> {
    const chosen = Object.entries(waiting);
    waiting = {};
    await Promise.all(
      chosen.map(([name, value]) => data.set(keyOf(name), value, deviceLimits.preferenceLifeMs)),
    );
  }

  function storeAndWait(): void {
    const isNew = Object.keys(waiting).length > 0;
    cancelTimer = isNew ? clock.setTimer(storeAndWait, deviceLimits.preferenceDebounceMs) : null;
    void store();
  }

  return {
    async read() {
      const names = Object.keys(preferencesShape.properties ?? {}) as (keyof Preferences)[];
      return Object.fromEntries((await Promise.all(names.map(readOne))).flat());
    },
    keep(preferences) {
      Object.assign(waiting, preferences);
      if (cancelTimer === null) storeAndWait();
    },
    stop() {
      cancelTimer?.();
      return store();
    },
  };
}
