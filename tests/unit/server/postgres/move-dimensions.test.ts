import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runMove } from '../../../../server/store/migrate/run-move.ts';
import { fixedDimensions } from '../../../../shared/telemetry/document-dimensions.ts';
import {
  playbackDimensions,
  reportLists,
} from '../../../../shared/telemetry/playback-dimensions.ts';
import { groupsOf, nameAll, storeWith } from '../reports/custom-events.ts';
import { fillStore, wholeTime } from '../reports/playback-events.ts';
import { audienceOf } from '../reports/viewing-events.ts';
import { createDatabase } from '../support/postgres-database.ts';
import { runCommand } from '../support/run-command.ts';
import { openSqliteFile, openStore } from '../support/store-place.ts';
import { tempDirectory } from '../support/temp-directory.ts';

test('moved page loads keep the values of custom dimensions, also where the target has other names', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  const source = openSqliteFile(file);
  await nameAll(source, ['section', 'plan']);
  await storeWith(source, 1, { section: 'sports', plan: 'free' });
  await storeWith(source, 2, { section: 'news' });
  await source.close();
  const database = await createDatabase();
  const options = { dataDir: tempDirectory(), postgres: database.hosts, replica: null };
  const store = await openStore({ options });
  await nameAll(store, ['form', 'section']);
  await storeWith(store, 3, { form: 'article' });
  const moved = await runCommand(runMove, ['migrate', '--from', file, '--to', database.url]);
  expect(moved.code).toBe(0);
  const names = await nameAll(store, ['section', 'form', 'plan']);
  expect(names).toEqual({ custom1: 'form', custom2: 'section', custom3: 'plan' });
  expect(await groupsOf(store, names, 'section')).toEqual({ sports: 1, news: 1, '': 1 });
  expect(await groupsOf(store, names, 'plan')).toEqual({ free: 1, '': 2 });
  expect(await groupsOf(store, names, 'form')).toEqual({ article: 1, '': 2 });
});

test('moved page loads keep page, browser, device, country and version, and playbacks what played and started them', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  const source = openSqliteFile(file);
  await fillStore(source);
  const before = await source.reports.dashboard(wholeTime);
  const { groups } = await audienceOf(source);
  const costs = await source.reports.cost({ ...wholeTime, country: 'DE', device: 'mobile' });
  expect(costs.present.reports).toBeGreaterThan(0);
  await source.close();
  const database = await createDatabase();
  const moved = await runCommand(runMove, ['migrate', '--from', file, '--to', database.url]);
  expect(moved.code).toBe(0);
  const options = { dataDir: tempDirectory(), postgres: database.hosts, replica: null };
  const store = await openStore({ options });
  const report = await store.reports.dashboard(wholeTime);
  for (const list of [...fixedDimensions, ...playbackDimensions].map((name) => reportLists[name])) {
    expect(before[list].length).toBeGreaterThan(1);
    expect(report[list]).toEqual(before[list]);
  }
  expect((await audienceOf(store)).groups).toEqual(groups);
  expect(await store.reports.cost({ ...wholeTime, country: 'DE', device: 'mobile' })).toEqual(
    costs,
  );
});
