import { isRecord } from './embed-message.ts';
import { PlayerState } from './player-state.ts';
import { extrapolateMaxSec } from './sdk-limits.ts';

/** The player's reported state: getters answer from here, at once. */
export interface PlayerMirror {
  /** Merges the keys of an `info` object. */
  merge(info: Readonly<Record<string, unknown>>): void;
  /**
   * Merges an `apiInfoDelivery`: `{ namespaces: [m], m: { options: […], option: value } }`. Modules
   * missing from `namespaces` are removed.
   */
  mergeModules(info: unknown): void;
  /** Another video is loading: drops the values of the current one. */
  clearVideo(): void;
  /**
   * @returns the reported value of this key, or a copy of `neutral` if there is none of its type;
   * with `neutral` `undefined`, any type
   */
  read<T>(key: string, neutral: T): T;
  /** @returns seconds; while the video plays, the time since the last message is added */
  currentTime(nowMs: number): number;
  moduleNames(): string[];
  optionNames(module: string): string[];
  option(module: string, option: string): unknown;
}

/** Keys that belong to the player and outlast its videos. */
const lasting = 'apiInterface availablePlaybackRates muted playbackRate size volume'.split(' ');

export function createMirror(): PlayerMirror {
  // Maps, because the keys come from another page: in a map, `__proto__` is a key like any other.
  const values = new Map<string, unknown>();
  const modules = new Map<string, Map<string, unknown>>();

  function read<T>(key: string, neutral: T): T {
    return pick(values.get(key), neutral);
  }

  return {
    merge(info) {
      for (const [key, value] of Object.entries(info)) values.set(key, value);
    },
    mergeModules(info) {
      if (!isRecord(info)) return;
      const { namespaces } = info;
      if (Array.isArray(namespaces))
        for (const name of modules.keys()) if (!namespaces.includes(name)) modules.delete(name);
      for (const [name, options] of Object.entries(info)) {
        if (name !== 'namespaces' && isRecord(options))
          modules.set(name, new Map(Object.entries(options)));
      }
    },
    clearVideo() {
      for (const key of values.keys()) if (!lasting.includes(key)) values.delete(key);
      modules.clear();
    },
    read,
    currentTime(nowMs) {
      const seconds = read('currentTime', 0);
      if (values.get('playerState') !== PlayerState.PLAYING) return seconds;
      const sinceSec = nowMs / 1_000 - read('currentTimeLastUpdated_', Number.POSITIVE_INFINITY);
      const ahead = sinceSec * read('playbackRate', 1);
      return seconds + Math.max(0, Math.min(ahead, extrapolateMaxSec));
    },
    moduleNames: () => (modules.size > 0 ? [...modules.keys()] : read<string[]>('options', [])),
    optionNames: (module) => pick<string[]>(modules.get(module)?.get('options'), []),
    option: (module, option) => modules.get(module)?.get(option),
  };
}

/**
 * The player's values are trusted, but not their types: programs must not receive `null` where a
 * list was promised.
 */
function pick<T>(value: unknown, neutral: T): T {
  const isLike =
    typeof value === typeof neutral &&
    value !== null &&
    Array.isArray(value) === Array.isArray(neutral);
  return isLike || neutral === undefined ? (value as T) : structuredClone(neutral);
}
