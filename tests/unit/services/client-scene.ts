import { expect } from 'vitest';
import type { Runtime } from '../../../shared/rpc/rpc.ts';
import type { ServicesClient, ServicesClientDeps } from '../../../src/services/services-client.ts';
import { createFakeClock, type FakeClock, settlePromises } from '../fake-clock.ts';
import { createClientOfFakes, lifeOf } from './client-of-fakes.ts';
import type { FakeServices } from './fake-services.ts';

/** The state of a test of the page’s client; new before each test. */
interface ClientScene {
  clock: FakeClock;
  lives: FakeServices[];
  /** Prepares services before their first call. */
  prepare: (services: FakeServices) => void;
  client: ServicesClient;
  beacons: string[];
  locked: { sid: string; signal: AbortSignal }[];
}

export const scene = {} as ClientScene;

export function create(
  runtime: Runtime = 'auto',
  starts: Partial<Pick<ServicesClientDeps, 'startPage' | 'startWorker'>> = {},
): ServicesClient {
  scene.client = createClientOfFakes(
    { clock: scene.clock, lives: scene.lives, beacons: scene.beacons, prepare: scene.prepare },
    {
      runtime,
      ...starts,
      canClone,
      holdDocumentLock: (sid, signal) => scene.locked.push({ sid, signal }),
    },
  );
  return scene.client;
}

function canClone(value: unknown): boolean {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}

export function startScene(): void {
  scene.clock = createFakeClock();
  scene.lives = [];
  scene.beacons = [];
  scene.locked = [];
  scene.prepare = () => {};
}

export function endScene(): void {
  for (const services of scene.lives) services.host().terminate();
}

export const untilRunning = () => expect.poll(() => scene.client.where()).not.toBeNull();
export const life = (index: number) => lifeOf(scene.lives, index);

export const untilLogged = (index: number, seqs: number[]) =>
  expect.poll(() => scene.lives[index]?.logged).toEqual(seqs);

/** The channel keeps the order, so all earlier calls of the page are answered, pings included. */
export async function untilAnswered(): Promise<void> {
  await scene.client.getPlaylist('PL1', 'playlist');
  await settlePromises();
}

export const logNow = () => scene.client.log('played', {}, { tier: 'immediate' });

/** Runs services with stored events, of which one is reported as delivered. */
export async function deliverOneOf(count: number, seq: number): Promise<void> {
  create();
  await untilRunning();
  for (let event = 0; event < count; event++) logNow();
  await scene.client.flush();
  life(0).post({ type: 'delivered', ranges: [[seq, seq]] });
  await expect.poll(() => scene.client.accounting().delivered).toBe(1);
}
