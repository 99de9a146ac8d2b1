import { expect, test } from 'vitest';
import { parseArguments } from '../../../demo/parse-json.ts';

test.each([
  ['', []],
  ['  ', []],
  ['[30, true]', [30, true]],
  ['[{"list":"PLx"}]', [{ list: 'PLx' }]],
])('reads %j as arguments', (text, value) => {
  expect(parseArguments(text)).toEqual({ ok: true, value });
});

test('unreadable arguments are refused with the reason', () => {
  expect(parseArguments('[30,')).toMatchObject({
    ok: false,
    error: { code: 'NOT_JSON', message: expect.stringMatching(/^Invalid JSON: ./) },
  });
  expect(parseArguments('30')).toMatchObject({
    error: { code: 'NOT_A_LIST', message: 'Arguments must be a list: [30]' },
  });
});
