import { expect, test } from 'vitest';
import { queueLimits } from '../../../shared/limits.ts';
import { createServicesOn } from '../../../worker/create-services.ts';
import { readPlatform } from '../../../worker/platform.ts';
import { createFakeClock } from '../fake-clock.ts';
import { context, makeEntry, sid } from './make-events.ts';

test('a database that never opens means a queue in memory after 3 s, and events are taken over', async () => {
  const clock = createFakeClock();
  const services = createServicesOn({
    ...readPlatform(),
    clock,
    openDatabase: () => new Promise(() => {}),
    locks: null,
    onNetworkHint: () => {},
  });
  const started = services.start({ sid, origin: 'https://embed.example', context, isTelemetryOn: true });
  const logged = services.log([makeEntry(1)]);
  await clock.advanceAsync(queueLimits.openDeadlineMs);
  expect(await started).toEqual({
    ok: true,
    value: {
      queue: 'memory',
      queueDenied: { code: 'UNSUPPORTED', message: 'Error: the database did not open within 3000 ms' },
    },
  });
  expect(await logged).toEqual({ ok: true, value: { storedToSeq: 1, isDurable: false } });
  await services.dispose();
  expect(clock.timerCount).toBe(0);
});
