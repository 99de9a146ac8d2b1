import { ok, type Result } from '../../../../../shared/tools/result.ts';
import type { DataStore } from '../../../../../worker/storage/data/data-store.ts';
import type { VisitorFetchFailure } from '../../../../../worker/viewer/visitor/fetch-visitor-id.ts';
import {
  createVisitorIds,
  type VisitorIds,
} from '../../../../../worker/viewer/visitor/visitor-id.ts';
import type { VisitorIdRefusal } from '../../../../../worker/viewer/visitor/visitor-id-refusal.ts';
import { createFakeClock, type FakeClock } from '../../../fake-clock.ts';
import { keepInMemory } from '../../storage/data/keep-in-memory.ts';

/** The state of a test of visitor ids; new before each test. */
interface VisitorScene {
  clock: FakeClock;
  data: DataStore;
  /** The previous ids that the server got, one a fetch. */
  asked: (string | null)[];
  answer: () => Promise<Result<string, VisitorFetchFailure>>;
  refused: Result<never, VisitorIdRefusal> | null;
  reported: (string | null)[];
  failures: string[];
}

export const scene = {} as VisitorScene;

export function startScene(): void {
  scene.clock = createFakeClock(1_700_000_000_000);
  scene.data = keepInMemory(scene.clock);
  scene.asked = [];
  scene.answer = async () => ok('visitor-1');
  scene.refused = null;
  scene.reported = [];
  scene.failures = [];
}

export function make(locks: LockManager | null = null): VisitorIds {
  return createVisitorIds({
    data: scene.data,
    clock: scene.clock,
    locks,
    timeoutSignal: () => new AbortController().signal,
    fetchId(known) {
      scene.asked.push(known);
      return scene.answer();
    },
    refusal: () => scene.refused,
    onChange: (visitorId) => scene.reported.push(visitorId),
    onFailure: (failure) => failure !== null && scene.failures.push(failure.code),
  });
}
