import { expect, test } from 'vitest';
import type { QoeOverview } from '../../../../server/store/reports/report-figures.ts';
import { StoreError } from '../../../../server/store/store-problem.ts';
import { watchConditions } from '../../../../server/webhooks/watch-conditions.ts';
import { webhookLimits } from '../../../../server/webhooks/webhook-limits.ts';
import type { WebhookNews } from '../../../../server/webhooks/webhook-message.ts';
import { err, ok } from '../../../../shared/tools/result.ts';
import { noteNews } from './note-news.ts';

const GB = 1_000_000_000;

/** A store, its disk and its playbacks, which can be changed, and what was reported of them. */
function watched(states = new Map<string, string>()) {
  const now = {
    ms: 10_000_000,
    isAway: false,
    freeBytes: (50 * GB) as number | null,
    playbacks: 100,
    failed: 0 as number | null,
  };
  const reported: WebhookNews[] = [];
  const look = watchConditions(
    {
      dataDir: '/data',
      now: () => now.ms,
      storeWatch: {
        ask: async () => (now.isAway ? err('STORE_AWAY', 'It is away.') : ok(undefined)),
      },
      store: {
        reports: {
          overview: async ({ fromMs, toMs }) => {
            expect([fromMs, toMs]).toEqual([now.ms - 15 * 60_000, now.ms + 1]);
            if (now.failed === null)
              throw new StoreError({ code: 'STORE_AWAY', message: 'It is away.' });
            const failures = { beforeStart: now.failed, midStream: 0 };
            return { playbacks: now.playbacks, failures } as QoeOverview;
          },
        },
      },
      readDisk: async () => {
        if (now.freeBytes === null) throw new Error('not readable');
        return { freeBytes: now.freeBytes, totalBytes: 100 * GB };
      },
    },
    states,
    noteNews(states, reported),
  );
  return {
    states,
    /** Looks after these changes, a minute later. */
    async see(changes: Partial<typeof now> = {}) {
      Object.assign(now, changes);
      now.ms += webhookLimits.failuresEveryMs;
      await look();
      return reported.splice(0).map(({ type, data }) => ({ type, ...data }));
    },
  };
}

test('while all is well, nothing is reported', async () => {
  const { see } = watched();
  expect([await see(), await see()]).toEqual([[], []]);
});

test('a share of failures is reported once when it is high, and once when it is normal again', async () => {
  const { see } = watched();
  expect(await see({ failed: 9 })).toEqual([]);
  expect(await see({ failed: 10 })).toEqual([
    { type: 'failures.high', percent: 10, failures: 10, playbacks: 100, spanMs: 15 * 60_000 },
  ]);
  expect(await see({ failed: 30 })).toEqual([]);
  // In between it stays as reported.
  expect(await see({ failed: 6 })).toEqual([]);
  expect(await see({ failed: 5 })).toMatchObject([{ type: 'failures.normal', percent: 5 }]);
  expect(await see({ failed: 9 })).toEqual([]);
});

test('few playbacks say nothing about failures', async () => {
  const { see } = watched();
  expect(await see({ playbacks: 19, failed: 19 })).toEqual([]);
  expect(await see({ playbacks: 20, failed: 19 })).toMatchObject([{ type: 'failures.high' }]);
});

test('a store is reported as away, and as back, once three looks agree', async () => {
  const { see } = watched();
  expect(await see({ isAway: true })).toEqual([]);
  expect(await see({ isAway: false })).toEqual([]);
  expect(await see({ isAway: true })).toEqual([]);
  expect(await see()).toEqual([]);
  expect(await see()).toEqual([{ type: 'store.away', code: 'STORE_AWAY', message: 'It is away.' }]);
  expect(await see()).toEqual([]);
  expect([await see({ isAway: false }), await see()]).toEqual([[], []]);
  expect(await see()).toEqual([{ type: 'store.back' }]);
});

test('a disk is reported when it is nearly full, and when it has room again', async () => {
  const { see } = watched();
  expect(await see({ freeBytes: 5 * GB })).toEqual([]);
  expect(await see({ freeBytes: 4.9 * GB })).toEqual([
    { type: 'disk.low', directory: '/data', freeBytes: 4.9 * GB, totalBytes: 100 * GB },
  ]);
  expect(await see({ freeBytes: 9 * GB })).toEqual([]);
  expect(await see({ freeBytes: 10 * GB })).toMatchObject([{ type: 'disk.normal' }]);
});

test('a disk or figures that cannot be read say nothing', async () => {
  const { see } = watched();
  expect(await see({ freeBytes: null, failed: null })).toEqual([]);
  expect(await see({ freeBytes: 0, failed: 100 })).toHaveLength(2);
  expect(await see({ freeBytes: null, failed: null })).toEqual([]);
});

test('a restart repeats no report', async () => {
  const first = watched();
  expect(await first.see({ failed: 50, freeBytes: 0 })).toHaveLength(2);
  const second = watched(first.states);
  expect(await second.see({ failed: 50, freeBytes: 0 })).toEqual([]);
  expect(await second.see({ failed: 0, freeBytes: 50 * GB })).toHaveLength(2);
});
