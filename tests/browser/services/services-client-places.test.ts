import { wrap } from 'comlink';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Services } from '../../../shared/rpc/rpc.ts';
import { startHost } from '../../../src/services/start-host.ts';
import { startPageServices } from '../../../src/services/start-page-services.ts';
import { intake } from '../intake.ts';
import { documentIsGone, newSid } from '../run-services.ts';
import { absoluteWorkerUrl, context, crash, createClient, endClients } from './create-client.ts';

beforeEach(() => intake.reset());
afterEach(endClients);

test('after three restarts the services run in the page, with every event', async () => {
  const { client, sid, hosts } = createClient();
  for (let death = 0; death < 4; death++) {
    await expect.poll(() => client.where()).toBe('worker');
    client.log('played', { death });
    crash(hosts.at(-1));
  }
  await expect.poll(() => client.where()).toBe('page');
  await client.flush();
  expect((await intake.state()).stored.filter((key) => key.startsWith(sid))).toHaveLength(4);
});

test('if the worker’s script fails to load, the page takes over', async () => {
  const places: string[] = [];
  const { client } = createClient({
    startWorker(place) {
      places.push(place);
      return startHost(place, new URL('/no-such-worker.js', location.href).href);
    },
  });
  client.log('played', {});
  expect(await client.flush()).toEqual({ ok: true, value: { delivered: 1, queued: 0 } });
  expect(client.where()).toBe('page');
  expect(places).toEqual(['worker', 'blob-worker']);
});

test('a frame that may not load a worker by URL gets a blob worker', async () => {
  const { client } = createClient({
    startWorker(place) {
      if (place === 'worker') throw new DOMException('opaque origin', 'SecurityError');
      return startHost(place, absoluteWorkerUrl);
    },
  });
  client.log('played', {});
  expect(await client.flush()).toEqual({ ok: true, value: { delivered: 1, queued: 0 } });
  expect(client.where()).toBe('blob-worker');
});

test('runtime=worker never falls back to the page: it reports the failure, and keeps the events for the beacon', async () => {
  const { client } = createClient({
    runtime: 'worker',
    startWorker() {
      throw new DOMException('no workers here', 'SecurityError');
    },
    startPage: () => Promise.reject(new Error('must not be called')),
  });
  client.log('played', {});
  expect(await client.flush()).toMatchObject({ ok: false, error: { code: 'NO_SERVICES' } });
  expect(client.accounting()).toMatchObject({ created: 1, queued: 1 });
  client.leave();
  expect((await intake.wait({ stored: 1 })).requests[0]?.contentType).toMatch(/^text\/plain/);
});

test('runtime=main starts no worker', async () => {
  const startWorkerSpy = vi.fn();
  const { client } = createClient({ runtime: 'main', startWorker: startWorkerSpy });
  client.log('played', {});
  await client.flush();
  expect(startWorkerSpy).not.toHaveBeenCalled();
  expect((await intake.state()).stored).toHaveLength(1);
});

test('the worker starts when the page allows it, or when a caller waits for it', async () => {
  const { client, hosts } = createClient({ canStart: new Promise(() => {}) });
  client.log('played', {});
  expect(hosts).toHaveLength(0);
  expect(await client.flush()).toEqual({ ok: true, value: { delivered: 1, queued: 0 } });
  expect(hosts).toHaveLength(1);
});

test('services of the page that are considered dead end, as those of a worker do', async () => {
  const host = await startPageServices();
  const services = wrap<Services>(host.endpoint);
  const config = {
    sid: newSid(),
    origin: location.origin,
    context,
    isTelemetryOn: true,
    consent: 'granted' as const,
    isPrivate: false,
  };
  await services.start(config);
  host.terminate();
  // They hold the lock for as long as they run.
  await documentIsGone(config.sid);
});
