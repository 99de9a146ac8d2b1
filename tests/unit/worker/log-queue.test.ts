import { expect, test } from 'vitest';
import { createFakeClock } from '../fake-clock.ts';
import { makeDurableStore, quotaExceeded } from './make-durable-store.ts';
import { makeEvent } from './make-events.ts';
import { makeLogQueue } from './make-log-queue.ts';

test('a request that is released goes behind those of the other store too', async () => {
  const durable = makeDurableStore();
  const queue = makeLogQueue({ clock: createFakeClock(), durable });
  const form = (seq: number) =>
    queue.form({ reason: 'debounce', endpoint: 'log_event', events: [makeEvent(seq)] });
  await form(1);
  durable.form = quotaExceeded;
  await form(2);
  const order: (number | undefined)[] = [];
  for (let turn = 0; turn < 4; turn++) {
    const claimed = await queue.claim();
    if (!claimed.ok || claimed.value === null) throw new Error('nothing to claim');
    order.push(claimed.value.request.events[0]?.seq);
    expect(await claimed.value.release({})).toBe(true);
  }
  expect(order).toEqual([1, 2, 1, 2]);
});
