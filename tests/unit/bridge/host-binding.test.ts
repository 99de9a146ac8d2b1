import { expect, test } from 'vitest';
import {
  bindHost,
  initialBinding,
  isHostGone,
  refuseSender,
} from '../../../src/bridge/host-binding.ts';
import { createFakeWindow } from './fake-page.ts';

const host = createFakeWindow().source;
const stranger = createFakeWindow().source;
const origin = 'https://host.example';

test('without an origin parameter any page may be the first host [spec-5.12]', () => {
  expect(refuseSender(initialBinding('', null), { origin, source: host })).toBeNull();
  expect(refuseSender(initialBinding('', null), { origin: 'null', source: host })).toBeNull();
});

test.each([
  'https://host.example.evil',
  'http://host.example',
  'https://host.example:8443',
  'null',
  '',
])('with an origin parameter a host of %j is refused [spec-5.1, threat-host-origin]', (other) => {
  expect(refuseSender(initialBinding(origin, null), { origin: other, source: host })).toBe(
    'WRONG_ORIGIN',
  );
});

test('with an origin parameter a host of that origin is accepted [spec-5.1]', () => {
  expect(refuseSender(initialBinding(origin, null), { origin, source: host })).toBeNull();
});

test('after the handshake other windows of the same origin and other origins are ignored [spec-5.2, threat-other-frames]', () => {
  const bound = bindHost(initialBinding('', null), { origin, source: host }, 7);
  expect(bound).toEqual({
    expectedOrigin: origin,
    targetOrigin: origin,
    hostWindow: host,
    sessionId: 7,
  });
  expect(refuseSender(bound, { origin, source: host })).toBeNull();
  expect(refuseSender(bound, { origin, source: stranger })).toBe('WRONG_SOURCE');
  expect(refuseSender(bound, { origin, source: null })).toBe('WRONG_SOURCE');
  expect(refuseSender(bound, { origin: 'https://other.example', source: host })).toBe(
    'WRONG_ORIGIN',
  );
});

test('a sandboxed host has no origin to send to, so the target stays the wildcard', () => {
  const bound = bindHost(initialBinding('', null), { origin: 'null', source: host }, null);
  expect(bound).toMatchObject({ expectedOrigin: '*', targetOrigin: '*', hostWindow: host });
});

test('a host that omits its id is answered with the URL’s id or its own last one', () => {
  const bound = bindHost(initialBinding('', 3), { origin, source: host }, null);
  expect(bound.sessionId).toBe(3);
  expect(
    bindHost(bindHost(bound, { origin, source: host }, 'a'), { origin, source: host }, null),
  ).toMatchObject({
    sessionId: 'a',
  });
});

test('a host is gone when its window is closed', () => {
  const leaving = createFakeWindow();
  const bound = bindHost(initialBinding('', null), { origin, source: leaving.source }, 1);
  expect(isHostGone(initialBinding('', null))).toBe(false);
  expect(isHostGone(bound)).toBe(false);
  leaving.close();
  expect(isHostGone(bound)).toBe(true);
});
