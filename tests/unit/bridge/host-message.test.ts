import { expect, test } from 'vitest';
import { bridgeLimits } from '../../../shared/limits/bridge-limits.ts';
import { parseHostJson, parseHostMessage } from '../../../src/bridge/host-message.ts';
import {
  isPlayerJsMessage,
  parsePlayerJsMessage,
} from '../../../src/bridge/player-js/player-js-message.ts';

const codeOf = (data: unknown) => {
  const result = parseHostJson(data);
  return typeof result === 'string' ? result : 'OK';
};

test.each([
  [{ event: 'listening' }, 'NOT_A_STRING'],
  [undefined, 'NOT_A_STRING'],
  [null, 'NOT_A_STRING'],
  [7, 'NOT_A_STRING'],
  [new String('{}'), 'NOT_A_STRING'],
  ['', 'NOT_JSON'],
  ['{"event":', 'NOT_JSON'],
  ['null', 'NOT_JSON'],
  ['7', 'NOT_JSON'],
  ['"listening"', 'NOT_JSON'],
  ['{}', 'OK'],
])('the data %j is %s [spec-5.3]', (data, expected) => {
  expect(codeOf(data)).toBe(expected);
});

test('a message of the maximum length is read, and one character more is not', () => {
  const textOf = (chars: number) => `{"x":"${'x'.repeat(chars - 8)}"}`;
  expect(codeOf(textOf(bridgeLimits.messageMaxChars))).toBe('OK');
  expect(codeOf(textOf(bridgeLimits.messageMaxChars + 1))).toBe('TOO_LONG');
});

test.each([[[]], [{}], [{ event: 5 }], [{ event: null }], [{ func: 'mute' }]])(
  'the object %j is not a message of the widget protocol',
  (json) => {
    expect(parseHostMessage(json)).toBeNull();
  },
);

test.each(['', {}, '[1]', null, 7, undefined])(
  'args that are not an array (%j) count as empty',
  (args) => {
    expect(parseHostMessage({ event: 'command', func: 'mute', args })?.args).toEqual([]);
  },
);

test.each([{}, null, 7, undefined])(
  'a function that is not text (%j) counts as missing',
  (func) => {
    expect(parseHostMessage({ event: 'listening', func, id: 1 })).toMatchObject({
      event: 'listening',
      func: '',
    });
  },
);

test('args that are an array are passed on unchanged', () => {
  const args = [1, 'a', null, { b: [] }];
  expect(parseHostMessage({ event: 'command', func: 'mute', args })?.args).toEqual(args);
});

test.each([
  [1, 1],
  [0, 0],
  ['1', '1'],
  ['', ''],
  [{}, null],
  [null, null],
  [true, null],
  [undefined, null],
])('the session id %j is stored as %j', (id, expected) => {
  expect(parseHostMessage({ event: 'listening', id })?.id).toBe(expected);
});

test('a __proto__ key changes no object [threat-host-messages]', () => {
  const json = parseHostJson(
    '{"event":"command","__proto__":{"polluted":1},"args":[{"__proto__":{"polluted":1}}]}',
  );
  expect(typeof json !== 'string' && parseHostMessage(json)).toMatchObject({ event: 'command' });
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test('only an own context of exactly player.js makes a message one of the second protocol', () => {
  const isOne = (text: string) => isPlayerJsMessage(JSON.parse(text) as object);
  expect(isOne('{"context":"player.js"}')).toBe(true);
  expect(isOne('{"context":"Player.js"}')).toBe(false);
  expect(isOne('{"context":["player.js"]}')).toBe(false);
  expect(isOne('{}')).toBe(false);
  expect(isPlayerJsMessage(Object.create({ context: 'player.js' }))).toBe(false);
});

test.each([[{}], [[]], [{ method: 5 }], [{ method: null }], [{ method: 'x'.repeat(101) }]])(
  'the object %j is not a call of the second protocol',
  (json) => {
    expect(parsePlayerJsMessage(json)).toBeNull();
  },
);

test.each([
  ['a', 'a'],
  ['x'.repeat(100), 'x'.repeat(100)],
  ['x'.repeat(101), null],
  [5, null],
  [null, null],
  [undefined, null],
])('the listener %j of a call is read as %j', (listener, expected) => {
  expect(parsePlayerJsMessage({ method: 'play', listener })?.listener).toBe(expected);
});
