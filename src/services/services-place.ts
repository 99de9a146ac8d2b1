import { rpcLimits } from '../../shared/limits/rpc-limits.ts';
import type { Runtime } from '../../shared/rpc/rpc.ts';

/**
 * Where services run. `blob-worker` is for frames with an opaque origin, which may not load a
 * worker by URL.
 */
export type ServicesPlace = 'worker' | 'blob-worker' | 'page';

const placesOf: Record<Runtime, readonly ServicesPlace[]> = {
  auto: ['worker', 'blob-worker', 'page'],
  worker: ['worker', 'blob-worker'],
  main: ['page'],
};

/** Where and when to start services. */
export interface StartPlan {
  place: ServicesPlace;
  delayMs: number;
  restarts: number;
}

export function firstPlan(runtime: Runtime): StartPlan {
  return { place: placesOf[runtime][0] ?? 'page', delayMs: 0, restarts: 0 };
}

/**
 * @param isRefused whether this browser or frame cannot run services in that place
 * @returns `null` when nothing is left to try
 */
export function nextPlan(
  runtime: Runtime,
  { place, restarts }: StartPlan,
  isRefused: boolean,
): StartPlan | null {
  const places = placesOf[runtime];
  const nextPlace = places[places.indexOf(place) + 1];
  if (isRefused && nextPlace !== undefined) return { place: nextPlace, delayMs: 0, restarts };
  if (restarts < rpcLimits.restartCount) {
    return { place, delayMs: rpcLimits.restartDelayMs * 2 ** restarts, restarts: restarts + 1 };
  }
  // Workers do not survive here. Services on the page get one attempt, without restarts.
  return place !== 'page' && places.includes('page')
    ? { place: 'page', delayMs: 0, restarts }
    : null;
}
