import type { ServicesConfig } from '../../../shared/rpc/rpc.ts';
import {
  createServicesClient,
  type ServicesClient,
  type ServicesClientDeps,
} from '../../../src/services/services-client.ts';
import type { ServicesPlace } from '../../../src/services/services-place.ts';
import type { FakeClock } from '../fake-clock.ts';
import { context, sid } from '../worker/events/make-events.ts';
import { FakeServices } from './fake-services.ts';

interface Fakes {
  clock: FakeClock;
  /** Filled with the services, in the order of their starts. */
  lives: FakeServices[];
  /** Filled with the beacons' bodies. */
  beacons: string[];
  /** Runs before the first call of the services. */
  prepare?: (services: FakeServices) => void;
}

export const servicesConfig: ServicesConfig = {
  sid,
  origin: 'https://embed.example',
  context,
  isTelemetryOn: true,
  consent: 'granted',
  isPrivate: false,
};

/** A client whose services, in a worker or in the page, are fakes. */
export function createClientOfFakes(
  { clock, lives, beacons, prepare = () => {} }: Fakes,
  changes: Partial<ServicesClientDeps> = {},
): ServicesClient {
  const startFake = (place: ServicesPlace) => {
    const services = new FakeServices(place);
    prepare(services);
    lives.push(services);
    return services.host();
  };
  return createServicesClient({
    runtime: 'auto',
    config: servicesConfig,
    clock,
    canStart: Promise.resolve(),
    lastActivityMs: () => -1,
    newId: () => 'id',
    startWorker: startFake,
    startPage: async () => startFake('page'),
    sendBeacon: (_, body) => beacons.push(body) > 0,
    canClone: () => true,
    holdDocumentLock: () => {},
    ...changes,
  });
}

/** @throws an Error if the services were started fewer times */
export function lifeOf(lives: readonly FakeServices[], index: number): FakeServices {
  const services = lives[index];
  if (services === undefined) throw new Error(`there is no life ${index}`);
  return services;
}
