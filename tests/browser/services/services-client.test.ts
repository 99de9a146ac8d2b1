import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dayInId } from '../../../server/store/id-day.ts';
import type { Runtime } from '../../../shared/rpc/rpc.ts';
import type { ServicesClient } from '../../../src/services/services-client.ts';
import type { ServicesHost } from '../../../src/services/services-host.ts';
import { startHost } from '../../../src/services/start-host.ts';
import { startServices } from '../../../src/services/start-services.ts';
import { intake } from '../intake.ts';
import { isBalanced, readStore, withStore } from '../run-services.ts';
import {
  absoluteWorkerUrl,
  clients,
  context,
  crash,
  createClient,
  endClients,
} from './create-client.ts';

beforeEach(() => intake.reset());
afterEach(endClients);

/** Services that end with the test. */
function startIn(runtime: Runtime): ServicesClient {
  const client = startServices({
    runtime,
    origin: location.origin,
    context,
    isTelemetryOn: true,
    consent: 'granted',
    isPrivate: false,
    canStart: Promise.resolve(),
    lastActivityMs: () => 42,
  });
  clients.push(client);
  return client;
}

describe.each(['auto', 'worker', 'main'] satisfies Runtime[])('runtime=%s', (runtime) => {
  test('delivers events from before and after the services were ready, in one loss equation', async () => {
    const client = startIn(runtime);
    const abort = new AbortController();
    const news = vi.fn();
    client.onNews(news, abort.signal);
    client.log('early', { n: 1 });
    expect(client.where()).toBeNull();
    expect(await client.flush()).toEqual({ ok: true, value: { delivered: 1, queued: 0 } });
    client.log('late', { n: 2 }, { tier: 'immediate' });
    const { requests } = await intake.wait({ stored: 2 });
    await expect
      .poll(() => client.accounting())
      .toMatchObject({ created: 2, delivered: 2, queued: 0 });

    expect(requests.flatMap((request) => request.batch.events)).toMatchObject([
      { seq: 1, name: 'early', payload: { n: 1 }, context: { lastActivityMs: 42 } },
      { seq: 2, name: 'late', payload: { n: 2 } },
    ]);
    expect(client.where()).toBe(runtime === 'main' ? 'page' : 'worker');
    expect(client.info).toEqual({ consent: 'granted', queue: 'indexeddb', queueDenied: null });
    expect(news).toHaveBeenCalledWith({ type: 'delivered', ranges: [[1, 1]] });
  });
});

test('the id of a document has its day, where the store looks for it, and differs from any other', async () => {
  const startDay = dayNow();
  for (const _ of [1, 2]) {
    const client = startIn('main');
    client.log('played', {});
    await client.flush();
  }
  const { requests } = await intake.wait({ stored: 2 });
  const found = requests.map(({ batch }) => batch.sid);
  expect(new Set(found).size).toBe(2);
  for (const sid of found) {
    expect(dayInId(sid)).toBeGreaterThanOrEqual(startDay);
    expect(dayInId(sid)).toBeLessThanOrEqual(dayNow());
  }
});

const dayNow = () => Math.floor(Date.now() / 86_400_000);

test('a worker that is killed repeatedly loses and doubles no event', async () => {
  const { client, sid, hosts } = createClient();
  for (let life = 0; life < 3; life++) {
    for (let n = 0; n < 50; n++) client.log('played', { n });
    if (life > 0) void client.flush();
    await expect.poll(() => client.where()).toBe('worker');
    // Like a crash: the page learns by the error event, or only by missed deadlines.
    for (let n = 0; n < 50; n++) client.log('played', { n });
    crash(hosts.at(-1));
    for (let n = 0; n < 50; n++) client.log('played', { n });
  }
  await client.flush();
  await expect
    .poll(() => client.accounting())
    .toMatchObject({ created: 450, delivered: 450, queued: 0 });
  expect(hosts).toHaveLength(4);
  const { stored } = await intake.state();
  expect(stored.filter((key) => key.startsWith(sid))).toHaveLength(450);
  expect(await readStore(sid)).toEqual({ arrivals: [], requests: [] });
});

test('events that disappear from the store while no services run are sent again by the page', async () => {
  const hosts: ServicesHost[] = [];
  let cleared = Promise.resolve();
  const { client, sid } = createClient({
    async startWorker(place) {
      await cleared;
      const host = await startHost(place, absoluteWorkerUrl);
      hosts.push(host);
      return host;
    },
  });
  await intake.mode({ answer: 'status', status: 503 });
  for (let n = 0; n < 3; n++) client.log('played', { n });
  expect(await client.flush()).toEqual({ ok: true, value: { delivered: 0, queued: 3 } });
  crash(hosts.at(-1));
  cleared = withStore((db) => db.clear('requests'));
  await cleared;
  await intake.mode({ answer: 'ok' });
  await expect.poll(() => hosts.length).toBe(2);
  await client.flush();
  await expect
    .poll(() => client.accounting())
    .toMatchObject({ created: 3, delivered: 3, queued: 0 });
  expect((await intake.state()).stored.filter((key) => key.startsWith(sid))).toHaveLength(3);
});

test('a payload that cannot be cloned affects only itself', async () => {
  const client = startIn('worker');
  client.log('good', { n: 1 });
  client.log('bad', { callback: () => {} });
  client.log('good', { n: 3 });
  await client.flush();
  await expect
    .poll(() => client.accounting())
    .toMatchObject({ created: 3, dropped: { not_json: 1 } });
  await client.flush();
  await expect
    .poll(() => client.accounting())
    .toMatchObject({ created: 3, delivered: 2, queued: 0 });
  expect(isBalanced(client.accounting())).toBe(true);
});

test('events that a beacon delivered at the page’s end are not sent again if the page lives on', async () => {
  const { client } = createClient();
  await expect.poll(() => client.where()).toBe('worker');
  for (let n = 0; n < 20; n++) client.log('played', { n });
  client.leave();
  client.leave();
  const afterBeacon = await intake.wait({ requests: 1, stored: 20 });
  expect(afterBeacon.requests).toHaveLength(1);
  await client.flush();
  // When asked, the intake answers that it has all of them.
  const { requests, stored, questions } = await intake.state();
  expect(questions).toHaveLength(1);
  expect(requests).toHaveLength(1);
  expect(stored).toHaveLength(20);
  expect(client.accounting()).toMatchObject({ created: 20, delivered: 20, queued: 0 });
});
