import { afterEach, beforeEach, expect, test } from 'vitest';
import { collectorLimits } from '../../../shared/limits/collector-limits.ts';
import type { Consent } from '../../../shared/rpc/consent.ts';
import { parseConsent } from '../../../shared/rpc/consent.ts';
import type { ServicesClient } from '../../../src/services/services-client.ts';
import { createFakeClock, type FakeClock } from '../fake-clock.ts';
import { createClientOfFakes, lifeOf, servicesConfig } from './client-of-fakes.ts';
import type { FakeServices } from './fake-services.ts';

let clock: FakeClock;
let lives: FakeServices[];
let client: ServicesClient;
let beacons: string[];
let lockCount: number;

function create(consent: Consent): void {
  client = createClientOfFakes(
    { clock, lives, beacons },
    {
      config: { ...servicesConfig, consent },
      startPage: () => Promise.reject(new Error('must not be loaded')),
      holdDocumentLock: () => {
        lockCount++;
      },
    },
  );
}

beforeEach(() => {
  clock = createFakeClock();
  lives = [];
  beacons = [];
  lockCount = 0;
});
afterEach(() => {
  for (const services of lives) services.host().terminate();
});

const untilRunning = () => expect.poll(() => client.where()).not.toBeNull();
const life = (index: number) => lifeOf(lives, index);
const log = () => client.log('played', {}, { tier: 'immediate' });

test('without an answer on consent events wait in the page: no message, no beacon, no lock, no ping', async () => {
  create('pending');
  await untilRunning();
  log();
  client.leave();
  client.keepNotified({ type: 'visibility', state: 'hidden' });
  await client.getVideo('offstage001');
  clock.advance(3_600_000);
  expect([life(0).logged, beacons, lockCount, life(0).pings]).toEqual([[], [], 0, 0]);
  expect(client.accounting()).toMatchObject({ created: 1, queued: 1 });
});

test('at most 1,000 wait, and the oldest of the lowest tier are dropped first', async () => {
  create('pending');
  await untilRunning();
  client.log('urgent', {}, { tier: 'immediate' });
  for (let count = 0; count < collectorLimits.keptPendingCount + 50; count++)
    client.log('played', {}, { tier: 'fast' });
  client.handOver();
  expect(client.accounting()).toMatchObject({
    queued: collectorLimits.keptPendingCount,
    dropped: { quota: 51 },
  });
  client.setConsent('granted');
  await expect.poll(() => life(0).logged).toContain(1);
});

test('consent sends the waiting events to the services in order, and later ones too', async () => {
  create('pending');
  await untilRunning();
  log();
  log();
  client.setConsent('granted');
  log();
  await expect.poll(() => life(0).logged).toEqual([1, 2, 3]);
  expect([life(0).consents, client.config.consent, lockCount]).toEqual([['granted'], 'granted', 1]);
  log();
  await expect.poll(() => life(0).logged).toEqual([1, 2, 3, 4]);
});

test('a refusal drops and counts waiting and later events, and nothing is sent at the end', async () => {
  create('pending');
  await untilRunning();
  log();
  client.setConsent('refused');
  await expect.poll(() => client.accounting().dropped.consent).toBe(1);
  log();
  expect(client.accounting()).toMatchObject({ created: 2, queued: 0, dropped: { consent: 2 } });
  client.leave();
  await client.dispose();
  expect([life(0).logged, beacons]).toEqual([[], []]);
});

test('an answer given while the services start applies to them', async () => {
  create('pending');
  client.setConsent('granted');
  log();
  await untilRunning();
  await expect.poll(() => life(0).logged).toEqual([1]);
});

test('restarted services get the viewer’s current answer', async () => {
  create('granted');
  await untilRunning();
  client.setConsent('refused');
  await expect.poll(() => life(0).consents).toEqual(['refused']);
  life(0).die('killed');
  clock.advance(250);
  await expect.poll(() => lives.length).toBe(2);
  await untilRunning();
  expect(client.info).toMatchObject({ consent: 'refused' });
  log();
  await client.getVideo('offstage001');
  expect(life(1).logged).toEqual([]);
  client.setConsent('granted');
  log();
  await expect.poll(() => life(1).logged).toEqual([2]);
});

test('of several answers given faster than the services reply the last one counts', async () => {
  create('pending');
  await untilRunning();
  log();
  for (const consent of ['granted', 'refused', 'granted'] as const) client.setConsent(consent);
  log();
  await expect.poll(() => life(0).consents).toEqual(['granted', 'refused', 'granted']);
  await expect.poll(() => life(0).logged).toContain(2);
  expect(client.config.consent).toBe('granted');
});

test('only the valid words of a host or a URL are accepted', () => {
  const words: [Consent, unknown[]][] = [
    ['granted', ['granted', '1', 1, true]],
    ['refused', ['refused', '0', 0, false]],
    ['pending', ['pending']],
  ];
  for (const [consent, values] of words)
    expect(values.map(parseConsent)).toEqual(values.map(() => consent));
  for (const value of [
    '',
    'yes',
    'GRANTED',
    null,
    undefined,
    2,
    {},
    ['granted'],
    { toString: () => '1' },
  ])
    expect(parseConsent(value)).toBeNull();
});
