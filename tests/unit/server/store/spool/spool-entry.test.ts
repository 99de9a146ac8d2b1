import { expect, test } from 'vitest';
import { spoolEntrySchema } from '../../../../../server/store/spool/spool-entry.ts';
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
