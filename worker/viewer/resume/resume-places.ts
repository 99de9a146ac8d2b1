import { resumeLimits } from '../../../shared/limits/resume-limits.ts';
import type { Clock } from '../../../shared/tools/clock.ts';
import { readAs } from '../../../shared/tools/shape.ts';
import type { DataStore } from '../../storage/data/data-store.ts';
import { placeShape } from '../../storage/data/shapes/place.ts';

/** Where the viewer left videos: one row a video, which expires. */
export interface ResumePlaces {
  /** @returns seconds; `null` if no place is stored */
  find(videoId: string): Promise<number | null>;
  /** @param seconds `null` deletes the place */
  keep(videoId: string, seconds: number | null): Promise<void>;
}

export interface ResumePlacesDeps {
  data: Pick<DataStore, 'get' | 'set' | 'delete' | 'keys'>;
  clock: Clock;
}

const prefix = 'resume/';
const keyOf = (videoId: string) => `${prefix}${videoId}` as const;

export function createResumePlaces({ data, clock }: ResumePlacesDeps): ResumePlaces {
  /** @returns `null` also for a value of another shape */
  async function read(key: string) {
    return readAs(placeShape, await data.get(key));
  }

  /** Beyond the limit, the oldest places are deleted. */
  async function makeRoom(): Promise<void> {
    const keys = await data.keys(prefix);
    if (keys.length <= resumeLimits.keptCount) return;
    const places = await Promise.all(
      keys.map(async (key) => ({ key, savedMs: (await read(key))?.savedMs ?? 0 })),
    );
    places.sort((a, b) => a.savedMs - b.savedMs);
    for (const { key } of places.slice(0, keys.length - resumeLimits.keptCount))
      await data.delete(key);
  }

  return {
    find: async (videoId) => (await read(keyOf(videoId)))?.seconds ?? null,
    async keep(videoId, seconds) {
      const key = keyOf(videoId);
      if (seconds === null) return data.delete(key);
      const isNew = (await read(key)) === null;
      await data.set(key, { seconds, savedMs: clock.now() }, resumeLimits.lifeMs);
      if (isNew) await makeRoom();
    },
  };
}
