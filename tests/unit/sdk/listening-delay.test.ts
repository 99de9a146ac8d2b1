import { expect, test } from 'vitest';
import { listeningDelayMs } from '../../../sdk/listening-delay.ts';

test('a frame is asked every quarter of a second for five seconds, then ever more rarely, then no more', () => {
  const delays: number[] = [];
  for (let count = 1; ; count += 1) {
    const delay = listeningDelayMs(count);
    if (delay === null) break;
    delays.push(delay);
  }
  expect(delays).toEqual([...new Array(20).fill(250), 500, 1_000, 2_000, 4_000, 8_000]);
});
