import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runMove } from '../../../../server/store/migrate/run-move.ts';
import { armsOf, pageEvents } from '../reports/experiment-events.ts';
import { createDatabase } from '../support/postgres-database.ts';
import { runCommand } from '../support/run-command.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openSqliteFile, openStore } from '../support/store-place.ts';
import { tempDirectory } from '../support/temp-directory.ts';

test('experiments move with their ends and their playbacks, and one that was ended in either store stays ended', async () => {
  const file = join(tempDirectory(), 'events.sqlite');
  const source = openSqliteFile(file);
  const experiment = (key: string) => ({
    ...{ key, name: 'fast', share: 0.1, effect: 'flag' },
    ...{ control: 1, treatment: 2, startedMs: 1 },
  });
  const change = { percent: 30, low: 20, high: 40 };
  const retreat = { measure: 'failures' as const, limitPercent: 10, change };
  for (const key of ['running', 'ended here', 'ended there'])
    await source.experiments.begin(experiment(key));
  await source.experiments.end('ended here', { endedMs: 5, retreat });
  await source.insertBatch(storeBatch([], { events: pageEvents({ arms: [1] }) }));
  await source.close();
  const { url, hosts } = await createDatabase();
  const options = { dataDir: tempDirectory(), postgres: hosts, replica: null };
  const target = await openStore({ options });
  for (const key of ['ended here', 'ended there']) await target.experiments.begin(experiment(key));
  await target.experiments.end('ended there', { endedMs: 7, retreat });

  expect(await runCommand(runMove, ['migrate', '--from', file, '--to', url])).toMatchObject({
    code: 0,
  });
  const states = await target.experiments.list();
  expect(states.map(({ key, endedMs }) => [key, endedMs])).toEqual([
    ['ended here', 5],
    ['ended there', 7],
    ['running', null],
  ]);
  expect(states[0]?.retreat).toEqual(retreat);
  expect((await armsOf(target, 'failures')).control.count).toBe(1);
});
