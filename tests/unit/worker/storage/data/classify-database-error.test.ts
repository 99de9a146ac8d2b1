import { expect, test } from 'vitest';
import { classifyDatabaseError } from '../../../../../worker/storage/data/classify-database-error.ts';

test.each([
  ['UnknownError', 'The user denied permission to access the database.', 'AUTH_INVALID'],
  ['UnknownError', 'Internal error opening backing store for indexedDB.open.', 'UNSUPPORTED'],
  ['SecurityError', 'access to the Indexed Database API is denied in this context', 'AUTH_INVALID'],
  ['QuotaExceededError', 'The user denied permission, or the disk is full', 'QUOTA_EXCEEDED'],
  ['DataError', '', 'UNSUPPORTED'],
])('%s “%s” is %s [spec-8.14, spec-8.15]', (name, message, code) => {
  expect(classifyDatabaseError(new DOMException(message, name))).toBe(code);
});

test.each([null, undefined, 'UnknownError', { name: 'SecurityError' }])(
  '%j, which no browser throws, is UNSUPPORTED [spec-8.15]',
  (thrown) => {
    expect(classifyDatabaseError(thrown)).toBe('UNSUPPORTED');
  },
);
