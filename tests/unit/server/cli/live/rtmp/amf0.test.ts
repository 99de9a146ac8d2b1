import { expect, test } from 'vitest';
import { rtmpLimits } from '../../../../../../server/cli/live/live-limits.ts';
import { readAmf, writeAmf } from '../../../../../../server/cli/live/rtmp/amf0.ts';

test('a command is read as it was written', () => {
  const values = [
    'connect',
    1,
    { app: 'live', tcUrl: 'rtmp://a/live', isOk: true, none: null },
    ['é', 2.5],
  ];
  expect(readAmf(writeAmf(...values))).toEqual(values);
});

test('associative arrays, long texts, dates and undefined are read', () => {
  const long = Buffer.from('\x0c\0\0\0\x03abc', 'latin1');
  const array = Buffer.from('\x08\0\0\0\x01\0\x01a\x05\0\0\x09', 'latin1');
  const date = Buffer.concat([Buffer.from([0x0b]), writeAmf(7).subarray(1), Buffer.alloc(2)]);
  const undefinedValue = Buffer.from([0x06]);
  expect(readAmf(Buffer.concat([long, array, date, undefinedValue]))).toEqual([
    'abc',
    { a: null },
    7,
    null,
  ]);
});

test('a property named __proto__ is a property', () => {
  const [value] = readAmf(Buffer.from('\x03\0\x09__proto__\x05\0\0\x09', 'latin1'));
  expect(Object.keys(value ?? {})).toEqual(['__proto__']);
});

test.each([
  ['an incomplete number', '\0\0\0'],
  ['a text that is shorter than stated', '\x02\0\x09ab'],
  ['an object without an end', '\x03\0\x01a\x05'],
  ['an array of four billion values', '\x0a\xff\xff\xff\xff\x05'],
  ['an unknown type', '\x0e'],
  ['too many levels', '\x0a\0\0\0\x01'.repeat(rtmpLimits.depthCount + 2)],
])('%s is refused', (_, text) => {
  expect(() => readAmf(Buffer.from(text, 'latin1'))).toThrow(RangeError);
});
