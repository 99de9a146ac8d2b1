import { expect, test } from 'vitest';
import { describeThrown } from '../../../../shared/telemetry/describe-thrown.ts';

test('an error is described by its name, message and stack', () => {
  const error = new RangeError('too far');
  expect(describeThrown(error)).toEqual({
    type: 'RangeError',
    message: 'too far',
    stack: error.stack,
  });
});

test.each([
  ['a sentence', 'a sentence'],
  [7, '7'],
  [undefined, 'undefined'],
  [null, 'null'],
  [Object.create(null), 'something that has no text was thrown'],
  [{ message: 5 }, '[object Object]'],
])('%j, which is no error, is described by its text', (thrown, message) => {
  expect(describeThrown(thrown)).toEqual({ type: 'Error', message, stack: '' });
});

test('an error whose getters throw is still described', () => {
  const broken = new Proxy(new Error('x'), {
    get() {
      throw new Error('no');
    },
  });
  expect(describeThrown(broken)).toMatchObject({ type: 'Error', stack: '' });
});
