import { expect, test } from 'vitest';
import { readApiSettings } from '../../../../worker/api/api-settings.ts';

test.each(['a', '3d4f@example.org', 'x'.repeat(200)])('%j is a valid account id', (dataSyncId) => {
  expect(readApiSettings({ dataSyncId })).toMatchObject({ settings: { dataSyncId }, problems: [] });
});

test.each(['', 'x'.repeat(201), 'a b', 'a/b', 'ä', 7, null, ['a']])(
  '%j is not an account id',
  (dataSyncId) => {
    expect(readApiSettings({ dataSyncId })).toMatchObject({
      settings: { dataSyncId: null },
      problems: [{ field: 'dataSyncId' }],
    });
  },
);
