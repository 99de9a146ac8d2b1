import type { ServicesClient, ServicesClientDeps } from '../../../src/services/services-client.ts';
import { createFakeClock, type FakeClock } from '../fake-clock.ts';
import { createClientOfFakes, lifeOf } from './client-of-fakes.ts';
import type { FakeServices } from './fake-services.ts';

/** The state of a test of the page; new before each test. */
interface PageScene {
  clock: FakeClock;
  lives: FakeServices[];
  client: ServicesClient;
  beacons: string[];
}

export const scene = {} as PageScene;

export function create(deps: Partial<ServicesClientDeps> = {}): void {
  scene.client = createClientOfFakes(
    { clock: scene.clock, lives: scene.lives, beacons: scene.beacons },
    { startPage: () => Promise.reject(new Error('must not be loaded')), ...deps },
  );
}

export function startScene(): void {
  scene.clock = createFakeClock();
  scene.lives = [];
  scene.beacons = [];
}

export function endScene(): void {
  for (const services of scene.lives) services.host().terminate();
}

export const life = (index: number) => lifeOf(scene.lives, index);
