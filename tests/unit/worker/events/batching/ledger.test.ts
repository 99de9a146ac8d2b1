import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LossAccounting } from '../../../../../shared/rpc/loss-accounting.ts';
import { createLedger } from '../../../../../worker/events/batching/ledger.ts';

function isBalanced({ created, delivered, queued, dropped }: LossAccounting): boolean {
  return (
    created ===
      delivered + queued + Object.values(dropped).reduce((sum, count) => sum + count, 0) &&
    queued >= 0
  );
}

test('a replayed event counts once', () => {
  const ledger = createLedger();
  expect(ledger.add(1)).toBe(true);
  expect(ledger.add(1)).toBe(false);
  expect(ledger.accounting()).toMatchObject({ created: 1, queued: 1 });
});

test('an event that is delivered twice, or dropped after delivery, counts as delivered once', () => {
  const ledger = createLedger();
  ledger.add(1);
  expect(ledger.deliver([1])).toEqual([1]);
  expect(ledger.deliver([1])).toEqual([]);
  expect(ledger.drop([1], 'expired')).toEqual([]);
  expect(ledger.accounting()).toMatchObject({
    created: 1,
    delivered: 1,
    queued: 0,
    dropped: { expired: 0 },
  });
});

test('events that were never accepted do not count', () => {
  const ledger = createLedger();
  expect(ledger.deliver([9])).toEqual([]);
  expect(ledger.accounting()).toMatchObject({ created: 0, delivered: 0, queued: 0 });
});

test('created = delivered + queued + dropped, for every order of events', () => {
  const step = fc.tuple(
    fc.constantFrom('take', 'deliver', 'rejected', 'expired', 'quota'),
    fc.integer({ min: 1, max: 20 }),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const ledger = createLedger();
      for (const [what, seq] of steps) {
        if (what === 'take') ledger.add(seq);
        else if (what === 'deliver') ledger.deliver([seq]);
        else ledger.drop([seq], what as 'rejected');
        expect(isBalanced(ledger.accounting())).toBe(true);
      }
    }),
  );
});
