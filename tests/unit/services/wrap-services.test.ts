import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expose } from 'comlink';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { wrapServices } from '../../../src/services/wrap-services.ts';

let port1: MessagePort;
let port2: MessagePort;
beforeEach(() => {
  ({ port1, port2 } = new MessageChannel());
  expose({ ping: async () => 'alive' }, port2);
});
afterEach(() => {
  vi.restoreAllMocks();
  port1.close();
  port2.close();
});

test('calls leave nothing whose collection would run script, for which browsers evict cached pages', async () => {
  const { services } = wrapServices(port1);
  const register = vi.spyOn(FinalizationRegistry.prototype, 'register');
  for (let call = 0; call < 3; call += 1) expect(await services.ping()).toBe('alive');
  expect(register).not.toHaveBeenCalled();
});

test('objects of live services are not collected', async () => {
  const made: WeakRef<WeakKey>[] = [];
  const { register } = FinalizationRegistry.prototype;
  // A spy would hold the values.
  FinalizationRegistry.prototype.register = (proxy) => made.push(new WeakRef(proxy));
  const wrapped = wrapServices(port1);
  FinalizationRegistry.prototype.register = register;
  // The target of a new WeakRef lives until the turn is over.
  expect(await wrapped.services.ping()).toBe('alive');
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  expect(made.map((proxy) => proxy.deref() !== undefined)).toEqual(made.map(() => true));
  expect(made.length).toBeGreaterThan(0);
  expect(await wrapped.services.ping()).toBe('alive');
});

test('released objects are collected, even when their endpoint knows them', async () => {
  async function use(): Promise<WeakRef<WeakKey>> {
    const channel = new MessageChannel();
    const isClosed = new Promise((resolve) => channel.port1.addEventListener('close', resolve));
    const { services, release } = wrapServices(channel.port1);
    channel.port1.addEventListener('message', () => services);
    channel.port1.close();
    release();
    await isClosed;
    return new WeakRef(services);
  }
  const released = await use();
  setFlagsFromString('--expose-gc');
  // Several collections: the target of a WeakRef lives until the turn is over, and a port some
  // turns longer than its end.
  for (let turn = 0; turn < 10; turn += 1) {
    await setImmediate();
    runInNewContext('gc')();
  }
  expect(released.deref()).toBeUndefined();
});
