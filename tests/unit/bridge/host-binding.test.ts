import { expect, test } from 'vitest';
import { bindHost, checkSender, initialBinding } from '../../../src/bridge/host-binding.ts';

const host = { postMessage() {} } as unknown as MessageEventSource;
const stranger = { postMessage() {} } as unknown as MessageEventSource;
const origin = 'https://host.example';

test('without an origin parameter anyone may be the first host', () => {
  expect(checkSender(initialBinding('', null), { origin, source: host }).ok).toBe(true);
});

test('with one, others are refused, a prefix of it too', () => {
  const binding = initialBinding(origin, null);
  expect(checkSender(binding, { origin, source: host }).ok).toBe(true);
  expect(checkSender(binding, { origin: 'https://host.example.evil', source: host })).toMatchObject({
    error: { code: 'WRONG_ORIGIN' },
  });
  expect(checkSender(binding, { origin: 'null', source: host })).toMatchObject({
    error: { code: 'WRONG_ORIGIN' },
  });
});

test('once a window listens, no other window of the same origin is heard', () => {
  const bound = bindHost(initialBinding('', null), { origin, source: host }, 7);
  expect(bound).toMatchObject({
    expectedOrigin: origin,
    targetOrigin: origin,
    hostWindow: host,
    sessionId: 7,
  });
  expect(checkSender(bound, { origin, source: stranger })).toMatchObject({ error: { code: 'WRONG_SOURCE' } });
  expect(checkSender(bound, { origin: 'https://other.example', source: host })).toMatchObject({
    error: { code: 'WRONG_ORIGIN' },
  });
});

test('a sandboxed host has no origin to send to, so that its target stays the wildcard', () => {
  const bound = bindHost(initialBinding('', null), { origin: 'null', source: host }, null);
  expect(bound).toMatchObject({ expectedOrigin: '*', targetOrigin: '*', hostWindow: host });
});

test('a host that omits its id is answered with the one of the URL', () => {
  expect(bindHost(initialBinding('', 3), { origin, source: host }, null).sessionId).toBe(3);
});
