import { packagingOf } from '../media-file-types.js';
import type { ProbeAnswer, ProbeJob } from './run-probe-job.ts';

export interface QueuedJob {
  id: number;
  job: ProbeJob;
  /** The first attempt is short. */
  attempt: 'first' | 'full';
  isHurried: boolean;
  resolve(answer: ProbeAnswer): void;
}

export interface ProbeQueue {
  readonly size: number;
  add(queued: QueuedJob): void;
  /**
   * Removes the next job from the queue.
   * @returns `null` if the queue is empty
   */
  take(): QueuedJob | null;
  remove(id: number): void;
  /** Moves the jobs of a file to the front. */
  prioritize(mediaPath: string): void;
}

const rankCount = 5;

/**
 * Files that a viewer waits for come first, then playlists, then films, then slow files; within
 * each rank, first in, first out.
 */
function rankOf({ isHurried, attempt, job }: QueuedJob): number {
  if (isHurried) return 0;
  const isFilm = job.type === 'media' && packagingOf(job.mediaPath) === 'progressive';
  return (attempt === 'first' ? 1 : 3) + (isFilm ? 1 : 0);
}

/** Each operation takes the same time for any queue length: a library may have 100,000 files. */
export function createProbeQueue(): ProbeQueue {
  const ranks = Array.from({ length: rankCount }, () => new Map<number, QueuedJob>());
  const idsByPath = new Map<string, Set<number>>();

  function add(queued: QueuedJob): void {
    ranks[rankOf(queued)]?.set(queued.id, queued);
    const ids = idsByPath.get(queued.job.mediaPath) ?? new Set();
    idsByPath.set(queued.job.mediaPath, ids.add(queued.id));
  }

  function remove(id: number): QueuedJob | null {
    for (const rank of ranks) {
      const queued = rank.get(id);
      if (queued === undefined) continue;
      rank.delete(id);
      const ids = idsByPath.get(queued.job.mediaPath);
      ids?.delete(id);
      if (ids?.size === 0) idsByPath.delete(queued.job.mediaPath);
      return queued;
    }
    return null;
  }

  return {
    get size() {
      return ranks.reduce((sum, rank) => sum + rank.size, 0);
    },
    add,
    take() {
      for (const rank of ranks) for (const id of rank.keys()) return remove(id);
      return null;
    },
    remove,
    prioritize(mediaPath) {
      for (const id of [...(idsByPath.get(mediaPath) ?? [])]) {
        const queued = remove(id);
        if (queued !== null) add({ ...queued, isHurried: true });
      }
    },
  };
}
