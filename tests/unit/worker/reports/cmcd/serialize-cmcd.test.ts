import { expect, test } from 'vitest';
import {
  type CmcdValue,
  serializeCmcd,
} from '../../../../../worker/reports/cmcd/serialize-cmcd.ts';

test.each<[Record<string, CmcdValue | null>, string]>([
  [{ v: { type: 'integer', value: 2 }, e: { type: 'token', value: 'ps' } }, 'e=ps,v=2'],
  [{ bs: { type: 'boolean', value: true }, bg: { type: 'boolean', value: false }, br: null }, 'bs'],
  [
    {
      br: {
        type: 'numbers',
        value: [
          { value: 4_200.4, object: 'v' },
          { value: 256, object: 'a' },
        ],
      },
    },
    'br=(4200;v 256;a)',
  ],
  [{ bl: { type: 'numbers', value: [{ value: 0 }] } }, 'bl=(0)'],
  [{ pr: { type: 'decimal', value: 1.25 }, a: { type: 'decimal', value: 2 } }, 'a=2.0,pr=1.25'],
  [{ pr: { type: 'decimal', value: 1.23456 } }, 'pr=1.235'],
  [
    {
      pr: { type: 'decimal', value: Number.NaN },
      sn: { type: 'integer', value: Number.POSITIVE_INFINITY },
    },
    '',
  ],
  [{ cid: { type: 'string', value: 'a "b" \\c' } }, 'cid="a \\"b\\" \\\\c"'],
  [{ cid: { type: 'string', value: 'é\n' } }, 'cid="%C3%A9%0A"'],
  [{ cid: { type: 'string', value: '\ud800' } }, 'cid="%EF%BF%BD"'],
  [{ ec: { type: 'strings', value: ['A', 'B'] } }, 'ec=("A" "B")'],
  [{ sta: { type: 'token', value: 'not a token' } }, ''],
])('%j is written as %s', (report, text) => {
  expect(serializeCmcd(report)).toBe(text);
});
