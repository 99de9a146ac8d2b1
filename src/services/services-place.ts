import { rpcLimits } from '../../shared/limits.ts';
import type { Runtime } from '../../shared/rpc.ts';

/** Where services run. A `blob-worker` is one that frames without an origin may have: they may not load a worker's URL. */
export type ServicesPlace = 'worker' | 'blob-worker' | 'page';

const placesOf: Record<Runtime, readonly ServicesPlace[]> = {
  auto: ['worker', 'blob-worker', 'page'],
  worker: ['worker', 'blob-worker'],
  main: ['page'],
};

/** What to start, and when. */
export interface StartPlan {
  place: ServicesPlace;
  delayMs: number;
  restarts: number;
}

export function firstPlan(runtime: Runtime): StartPlan {
  return { place: placesOf[runtime][0] ?? 'page', delayMs: 0, restarts: 0 };
}

/**
 * @param hasLived whether the services had answered before: if not, this browser or frame does not let them run there
 * @returns `null` when nothing is left to try
 */
export function nextPlan(
  runtime: Runtime,
  { place, restarts }: StartPlan,
  hasLived: boolean,
): StartPlan | null {
  const places = placesOf[runtime];
  const nextPlace = places[places.indexOf(place) + 1];
  if (!hasLived && nextPlace !== undefined) return { place: nextPlace, delayMs: 0, restarts };
  if (restarts < rpcLimits.restartCount) {
    return { place, delayMs: rpcLimits.restartDelayMs * 2 ** restarts, restarts: restarts + 1 };
  }
  // Workers do not survive here. The page's own services get one chance, without restarts.
  return place !== 'page' && places.includes('page')
    ? { place: 'page', delayMs: 0, restarts }
    : null;
}
