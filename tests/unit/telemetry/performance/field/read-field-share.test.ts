import { expect, test } from 'vitest';
import { readFieldShare } from '../../../../../src/telemetry/performance/field/read-field-share.ts';

for (const [text, share] of [
  ['{"fieldShare":0.1}', 0.1],
  ['{"fieldShare":1}', 1],
  ['{"fieldShare":0}', 0],
] as const)
  test(`${text} measures this part of all pages`, () => {
    expect(readFieldShare(text)).toBe(share);
  });

for (const text of [
  undefined,
  null,
  '',
  '{',
  'null',
  '7',
  '[]',
  '{}',
  '{"fieldShare":1.01}',
  '{"fieldShare":-1}',
  '{"fieldShare":"all"}',
  '{"fieldShare":null}',
])
  test(`${text} measures no page`, () => {
    expect(readFieldShare(text)).toBe(0);
  });
