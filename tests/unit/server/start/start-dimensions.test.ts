import { expect, onTestFinished, test } from 'vitest';
import { startDimensions } from '../../../../server/start/start-dimensions.ts';
import type { KeptDimensions } from '../../../../server/store/reports/custom/kept-names.ts';
import { StoreError } from '../../../../server/store/store-problem.ts';

/** Stores whose answers the test chooses. */
async function start(
  kept: KeptDimensions['kept'],
  places: KeptDimensions['places'] = async () => ({}),
) {
  const sentences: string[] = [];
  const started = await startDimensions(['section'], {
    store: { dimensions: () => [{ kept, places, name: async () => true }] },
    warn: (sentence) => sentences.push(sentence),
    reportError: (error) => expect.fail(String(error)),
    lookAgainMs: 5,
  });
  if (started.ok) onTestFinished(started.value.stop);
  return { started, sentences };
}

const away = () => new StoreError({ code: 'STORE_AWAY', message: 'It is away.' });
const full = (['custom1', 'custom2', 'custom3'] as const).map((place, index) => ({
  ...{ place, name: `name_${index}`, isTaken: true },
}));

test('a server starts while its store is away, and has its dimensions once the store answers', async () => {
  let isAway = true;
  const { started } = await start(
    async () => {
      if (isAway) throw away();
      return [];
    },
    async () => ({ custom1: 'section' }),
  );
  if (!started.ok) throw new Error(started.error.message);
  expect(started.value.names()).toEqual({});
  isAway = false;
  await expect
    .poll(() => started.ok && started.value.names(), { timeout: 10_000 })
    .toEqual({ custom1: 'section' });
});

test('a store that answers later, without a place for the name, is reported to the operator', async () => {
  let isAway = true;
  const { started, sentences } = await start(async () => {
    if (isAway) throw away();
    return full;
  });
  isAway = false;
  await expect
    .poll(() => sentences, { timeout: 10_000 })
    .toEqual([expect.stringContaining('There is no place for the dimension "section"')]);
  expect(started).toMatchObject({ ok: true });
});

test('a dimension whose place another server has taken is no longer shown, and the operator learns why', async () => {
  const places = [{ custom1: 'section' }, away(), { custom1: 'plan' }, { custom1: 'plan' }];
  const { started, sentences } = await start(
    async () => [],
    async () => {
      const next = places.shift() ?? {};
      if (next instanceof StoreError) throw next;
      return next;
    },
  );
  if (!started.ok) throw new Error(started.error.message);
  expect(started.value.names()).toEqual({ custom1: 'section' });
  await expect.poll(() => started.value.names()).toEqual({});
  expect(sentences).toEqual([
    'Another server has taken the place of the dimension "section", which is no longer shown: start all servers of a store with the same --dimension.',
  ]);
});

test('a store that comes later to those of a server learns the names', async () => {
  const asked: unknown[] = [];
  const { started, sentences } = await start(
    async () => {
      asked.push('names');
      return [];
    },
    async () => (asked.length < 3 ? {} : { custom1: 'section' }),
  );
  if (!started.ok) throw new Error(started.error.message);
  await expect.poll(() => asked.length).toBe(3);
  expect(started.value.names()).toEqual({ custom1: 'section' });
  expect(sentences).toEqual([]);
});

test('another failure of the store ends the start', async () => {
  await expect(start(() => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged');
});
