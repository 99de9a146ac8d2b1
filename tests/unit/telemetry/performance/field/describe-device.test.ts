import { expect, test } from 'vitest';
import { describeDevice } from '../../../../../src/telemetry/performance/field/describe-device.ts';

for (const [hardwareConcurrency, deviceMemory, expected] of [
  [2, 8, 'low'],
  [8, 2, 'low'],
  [4, 4, 'medium'],
  [8, 4, 'medium'],
  [8, 8, 'high'],
  [16, 8, 'high'],
  // Browsers that tell one of them only.
  [2, undefined, 'low'],
  [4, undefined, 'medium'],
  [8, undefined, 'high'],
  [undefined, 2, 'low'],
  [undefined, 8, 'medium'],
  [undefined, undefined, null],
] as const)
  test(`${hardwareConcurrency} processors and ${deviceMemory} GiB: class ${expected}`, () => {
    const readings = {
      ...(hardwareConcurrency && { hardwareConcurrency }),
      ...(deviceMemory && { deviceMemory }),
    };
    expect(describeDevice(readings).class).toBe(expected);
  });

test('a connection is as the browser rates it; where it does not, it is unknown', () => {
  expect(describeDevice({ connection: { effectiveType: '3g', saveData: true } })).toMatchObject({
    connection: '3g',
    isSavingData: true,
  });
  expect(describeDevice({})).toMatchObject({ connection: null, isSavingData: false });
});
