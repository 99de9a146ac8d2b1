import { expect, test } from 'vitest';
import { runExport } from '../../../../server/cli/run-export.ts';
import { ndjsonOf } from '../support/ndjson.ts';
import { runCommand } from '../support/run-command.ts';
import { storeBatch } from '../support/store-batches.ts';
import { openStore, storePlace } from '../support/store-place.ts';

test('events in PostgreSQL are exported like those in a file', async () => {
  const place = await storePlace();
  const store = await openStore(place);
  await store.insertBatch(storeBatch([1, 2, 3]));
  const url = place.options.postgres?.[0]?.url ?? '';
  const { code, stdout, stderr } = await runCommand(runExport, [
    'export',
    'events',
    '--store',
    url,
  ]);
  expect(stderr).toContain('events: 100 %');
  expect(code).toBe(0);
  expect(ndjsonOf(stdout).map(({ seq }) => seq)).toEqual([1, 2, 3]);
});
