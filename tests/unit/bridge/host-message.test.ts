import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bridgeLimits } from '../../../shared/limits.ts';
import { parseHostMessage } from '../../../src/bridge/host-message.ts';

const code = (data: unknown) => {
  const result = parseHostMessage(data);
  return result.ok ? 'OK' : result.error.code;
};

test.each([
  [{ event: 'listening' }, 'NOT_A_STRING'],
  [undefined, 'NOT_A_STRING'],
  [null, 'NOT_A_STRING'],
  ['', 'NOT_JSON'],
  ['{"event":', 'NOT_JSON'],
  ['null', 'NOT_A_MESSAGE'],
  ['[]', 'NOT_A_MESSAGE'],
  ['"listening"', 'NOT_A_MESSAGE'],
  ['{"event":5}', 'NOT_A_MESSAGE'],
  ['{"event":"command","func":{}}', 'NOT_A_MESSAGE'],
  [`"${'x'.repeat(bridgeLimits.messageMaxChars)}"`, 'TOO_LONG'],
])('refuses %j as %s', (data, expected) => {
  expect(code(data)).toBe(expected);
});

test.each(['""', '{}', '"[1]"', 'null', '7'])('args that are no array (%s) are none', (args) => {
  expect(parseHostMessage(`{"event":"command","func":"mute","args":${args}}`)).toMatchObject({
    ok: true,
    value: { args: [] },
  });
});

test('keeps the session id’s type and forgets ids of other types', () => {
  const idOf = (id: string) => {
    const result = parseHostMessage(`{"event":"listening","id":${id}}`);
    return result.ok ? result.value.id : 'refused';
  };
  expect([idOf('1'), idOf('"1"'), idOf('{}'), idOf('null')]).toEqual([1, '1', null, null]);
});

test('no string makes it throw', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (data) => void parseHostMessage(data)));
});

test('a __proto__ key changes no object', () => {
  parseHostMessage('{"event":"command","__proto__":{"polluted":1},"args":[{"__proto__":{"polluted":1}}]}');
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});
