import { expect, onTestFinished, test } from 'vitest';
import { startDimensions } from '../../../../server/start/start-dimensions.ts';
import type { EventStore } from '../../../../server/store/event-store.ts';
import { agreeOnNames, placesFor } from '../../../../server/store/reports/custom/agree-on-names.ts';
import { openStore, openWithoutThread, storePlace } from '../support/store-place.ts';
import { groupsOf, nameAll, storeWith } from './custom-events.ts';
import { foldAll } from './many-playbacks.ts';

/** Names a dimension as a server does, which asks a busy store again. */
async function placesOf(store: EventStore, name: string) {
  const started = await startDimensions([name], {
    store: { dimensions: () => [store.dimensions] },
    warn: (sentence) => expect.fail(sentence),
    reportError: (error) => expect.fail(String(error)),
  });
  if (!started.ok) throw new Error(started.error.message);
  const { names, stop } = started.value;
  onTestFinished(stop);
  await expect.poll(() => Object.values(names()), { timeout: 10_000 }).toEqual([name]);
  return names();
}

const start = async () => {
  const place = await storePlace();
  return { place, store: await openWithoutThread(place) };
};

test('a later server with another order of names finds each value under its own name', async () => {
  const { store } = await start();
  await nameAll(store, ['section', 'plan']);
  await storeWith(store, 1, { section: 'sports', plan: 'free' });
  const later = await nameAll(store, ['form', 'plan', 'section']);
  await storeWith(store, 2, { section: 'news', plan: 'paid', form: 'article' });
  expect(later).toEqual({ custom1: 'section', custom2: 'plan', custom3: 'form' });
  await foldAll(store);
  expect(await groupsOf(store, later, 'section')).toEqual({ sports: 1, news: 1 });
  expect(await groupsOf(store, later, 'plan')).toEqual({ free: 1, paid: 1 });
  expect(await groupsOf(store, later, 'form')).toEqual({ '': 1, article: 1 });
});

test('a name that is left out keeps its values and gets no new ones; named again, it has its old values', async () => {
  const { store } = await start();
  await nameAll(store, ['section']);
  await storeWith(store, 1, { section: 'sports' });
  expect(await nameAll(store, [])).toEqual({});
  await storeWith(store, 2, { section: 'news' });
  const names = await nameAll(store, ['plan', 'section']);
  expect(names).toEqual({ custom1: 'section', custom2: 'plan' });
  expect(await groupsOf(store, names, 'section')).toEqual({ sports: 1, '': 1 });
});

test('a place without values goes to another name; a used one is freed by a rebuild, and its values never get the other name', async () => {
  const { store } = await start();
  await nameAll(store, ['mistyped', 'section', 'plan']);
  await storeWith(store, 1, { section: 'sports', plan: 'free' });
  await nameAll(store, ['section', 'plan']);
  expect(await nameAll(store, ['section', 'plan', 'form'])).toMatchObject({ custom1: 'form' });
  await storeWith(store, 2, { form: 'article' });
  await foldAll(store);
  // No server names it now, but page loads have its values.
  await nameAll(store, ['section', 'plan']);
  const full = await agreeOnNames([store.dimensions], ['section', 'plan', 'team']);
  expect(full).toMatchObject({ ok: false, error: { code: 'DIMENSIONS_FULL' } });
  expect(full).toHaveProperty(
    'error.message',
    'There is no place for the dimension "team", because the store keeps "form". Start all servers without "form" and "team", run "offstage rebuild", which removes values of names that are left out, and start with "team" again.',
  );
  await store.rebuildReports();
  const names = await nameAll(store, ['section', 'plan', 'team']);
  expect(names).toEqual({ custom1: 'team', custom2: 'section', custom3: 'plan' });
  await foldAll(store);
  expect(await groupsOf(store, names, 'team')).toEqual({ '': 2 });
  expect(await groupsOf(store, names, 'section')).toEqual({ sports: 1, '': 1 });
});

test('servers that start at the same time with other names take different places', async () => {
  const place = await storePlace();
  const [one, other] = [await openStore(place), await openStore(place)];
  const [mine, others] = await Promise.all([placesOf(one, 'section'), placesOf(other, 'plan')]);
  expect(Object.keys(mine)).not.toEqual(Object.keys(others));
  const rows = await place.sql('SELECT name FROM custom_dimensions ORDER BY name');
  expect(rows).toEqual([{ name: 'plan' }, { name: 'section' }]);
});

test('a name has the same place in all stores of a server, also in a new one', async () => {
  const [one, other] = [(await start()).store, (await start()).store];
  await nameAll(one, ['section']);
  await storeWith(one, 1, { section: 'sports' });
  const names = await agreeOnNames([other.dimensions, one.dimensions], ['plan', 'section']);
  expect(names).toEqual({ ok: true, value: { custom1: 'section', custom2: 'plan' } });
  for (const { dimensions } of [one, other])
    expect(await dimensions.places()).toEqual({ custom1: 'section', custom2: 'plan' });
});

test('several stores have a name in the same place, or the server says which do not', () => {
  const one = [{ place: 'custom1', name: 'section', isTaken: true }] as const;
  const two = [{ place: 'custom1', name: 'plan', isTaken: true }] as const;
  expect(placesFor(['section'], [one, []])).toEqual({ ok: true, value: { custom1: 'section' } });
  expect(placesFor(['form'], [one, [], two])).toEqual({ ok: true, value: { custom2: 'form' } });
  expect(placesFor(['section', 'form'], [one, two])).toEqual({
    ok: false,
    error: {
      code: 'DIMENSIONS_DIFFER',
      message:
        'The stores keep "section" in different places, or "plan" in its place; leave "section" out of --dimension, or use stores that began together.',
    },
  });
});

test('a place that was given to another name meanwhile is not taken away', async () => {
  const { store } = await start();
  await nameAll(store, ['section']);
  expect(await store.dimensions.name({ custom1: 'plan' })).toBe(false);
  expect(await store.dimensions.name({ custom2: 'section' })).toBe(false);
  expect(await nameAll(store, ['section'])).toEqual({ custom1: 'section' });
});
