import { describe, expect, test } from 'vitest';
import { providerLogLimits } from '../../../../../shared/limits/provider-log-limits.ts';
import { createStorageReports } from '../../../../../worker/reports/provider-log/storage-reports.ts';
import { isInStorageSample } from '../../../../../worker/reports/provider-log/storage-sample.ts';

describe('storage', () => {
  let reported: [kind: string, fields: object][];
  const startReports = (isInSample = true) => {
    reported = [];
    return createStorageReports((kind, fields) => reported.push([kind, fields]), isInSample);
  };

  test('is reported by one document in five, chosen by its id [spec-9.21]', () => {
    const rest = `${'0'.repeat(24)}-20785`;
    expect(isInStorageSample(`00000000${rest}`)).toBe(true);
    expect(isInStorageSample(`33333333${rest}`)).toBe(true);
    expect(isInStorageSample(`33333334${rest}`)).toBe(false);
    expect(isInStorageSample(`ffffffff${rest}`)).toBe(false);
    const sids = Array.from({ length: 1_000 }, (_, n) =>
      Math.floor(((n + 0.5) / 1_000) * 2 ** 32).toString(16),
    );
    const drawn = sids.map((digits) => digits.padStart(8, '0') + rest).filter(isInStorageSample);
    expect(drawn).toHaveLength(200);
  });

  test('is reported completely or not at all', () => {
    for (const [isInSample, count] of [
      [true, 2],
      [false, 0],
    ] as const) {
      const reports = startReports(isInSample);
      reports.logSampled('storage_opened', { kind: 'memory', tookMs: 3 });
      reports.failed('UNSUPPORTED', 'none');
      expect(reported).toHaveLength(count);
    }
    expect(providerLogLimits.storageSample).toBe(0.2);
  });

  test('errors are reported once each, with their name and the first 250 characters of their message', () => {
    const reports = startReports();
    for (let i = 0; i < 3; i++) {
      reports.failed('QUOTA_EXCEEDED', `full ${i} ${'x'.repeat(300)}`);
      reports.failed('UNKNOWN_ABORT', `aborted ${i}`);
    }
    expect(reported).toEqual([
      ['storage_failed', { code: 'QUOTA_EXCEEDED', message: `full 0 ${'x'.repeat(243)}` }],
      ['storage_failed', { code: 'UNKNOWN_ABORT', message: 'aborted 0' }],
    ]);
  });
});
