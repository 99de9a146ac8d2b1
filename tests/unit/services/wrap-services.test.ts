import { expose } from 'comlink';
import { afterEach, expect, test, vi } from 'vitest';
import { wrapServices } from '../../../src/services/wrap-services.ts';

const { port1, port2 } = new MessageChannel();
afterEach(() => {
  port1.close();
  port2.close();
});

test('calls leave nothing behind whose collection would run script, for which a cached page is thrown away', async () => {
  expose({ ping: async () => 'alive' }, port2);
  const services = wrapServices(port1);
  const register = vi.spyOn(FinalizationRegistry.prototype, 'register');
  for (let call = 0; call < 3; call += 1) expect(await services.ping()).toBe('alive');
  expect(register).not.toHaveBeenCalled();
});
