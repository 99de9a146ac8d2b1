import { expect, test } from 'vitest';
import { startCheckWork } from '../../../../server/library/check-work.ts';

function startWork() {
  const machine = { nowMs: 50_000, cpuMs: 9_000 };
  const work = startCheckWork({ nowMs: () => machine.nowMs, cpuMs: () => machine.cpuMs });
  return {
    work,
    passes(elapsedMs: number, cpuMs: number): void {
      machine.nowMs += elapsedMs;
      machine.cpuMs += cpuMs;
    },
  };
}

test('time in which other programs had the processor is no work', () => {
  const { work, passes } = startWork();
  passes(2_000, 40);
  expect(work.spentMs()).toBe(40);
});

test('work lasts no longer than the check, however many threads read files', () => {
  const { work, passes } = startWork();
  passes(300, 900);
  expect(work.spentMs()).toBe(300);
});

test('waiting for the threads is no work', async () => {
  const { work, passes } = startWork();
  passes(30, 30);
  const patience = work.withWaits({
    async wait(coming) {
      passes(5_000, 5_000);
      return coming;
    },
  });
  expect(await patience.wait(Promise.resolve('facts'))).toBe('facts');
  passes(10, 10);
  expect(work.spentMs()).toBe(40);
});
