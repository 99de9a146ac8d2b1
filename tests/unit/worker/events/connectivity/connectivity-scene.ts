import {
  type Connectivity,
  createConnectivity,
} from '../../../../../worker/events/connectivity/connectivity.ts';
import { startChecks } from '../../../../../worker/events/connectivity/start-checks.ts';
import { createFakeClock, type FakeClock } from '../../../fake-clock.ts';

/** The state of a test of the connection; new before each test. */
interface ConnectivityScene {
  clock: FakeClock;
  connectivity: Connectivity;
  /** When each check was made, in ms from the start. */
  checks: number[];
  /** Results of the next checks; 204 when empty. */
  statuses: (number | Error | Promise<number>)[];
  changes: boolean[];
  /** The offset of a clock that the viewer set forward or back. */
  setMs: number;
  life: AbortController;
}

export const scene = {} as ConnectivityScene;

export function startScene(): void {
  scene.clock = createFakeClock();
  const startMs = scene.clock.now();
  scene.checks = [];
  scene.statuses = [];
  scene.changes = [];
  scene.setMs = 0;
  const worldClock = { now: () => scene.clock.now() + scene.setMs, setTimer: scene.clock.setTimer };
  scene.connectivity = createConnectivity({
    async head() {
      scene.checks.push(scene.clock.now() - startMs);
      const status = (await scene.statuses.shift()) ?? 204;
      if (status instanceof Error) throw status;
      return status;
    },
    clock: worldClock,
    onChange: (isOnline) => scene.changes.push(isOnline),
  });
  scene.life = new AbortController();
  startChecks(scene.connectivity, worldClock, scene.life.signal);
}

export const refused = new TypeError('Failed to fetch');
