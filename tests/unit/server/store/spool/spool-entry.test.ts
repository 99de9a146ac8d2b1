import { expect, test } from 'vitest';
import { spoolEntrySchema } from '../../../../../server/store/spool/spool-entry.ts';
import { storeBatch } from '../../support/store-batches.ts';
import { storedError } from '../../support/stored-error.ts';

test('an error in a spool keeps its time; one from an earlier version, which has none, has that of its arrival', () => {
  const { timeMs: _, ...earlier } = storedError();
  for (const [error, timeMs] of [
    [storedError({ timeMs: 3 }), 3],
    [earlier, 5],
  ] as const)
    expect(
      spoolEntrySchema.parse({ kind: 'error', item: { error, receivedMs: 5, groupsCount: 1 } }),
    ).toEqual({
      kind: 'error',
      item: { error: storedError({ timeMs }), receivedMs: 5, groupsCount: 1 },
    });
});

test('a batch in a spool keeps browser, device and country; one from an earlier version has none', () => {
  const batch = storeBatch([1]);
  for (const facts of [
    {},
    { browser: 'Chrome' },
    { browser: 'Chrome', device: 'tv', country: 'DE' },
  ]) {
    const entry = { kind: 'batch', item: { ...batch, ...facts } };
    expect(spoolEntrySchema.parse(JSON.parse(JSON.stringify(entry)))).toEqual(entry);
  }
});
