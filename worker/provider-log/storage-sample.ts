import { providerLogLimits } from '../../shared/provider-log-limits.ts';

/** Characters of a `sid` that are looked at. */
const digitsCount = 8;

/**
 * Whether a document tells how its storage does: a fraction of them (specification §9: 0.2). Its `sid` is the draw, so that services that
 * are started again draw the same.
 * @param sid random hexadecimal digits; others are not in the sample
 */
export function isInStorageSample(sid: string): boolean {
  const draw = Number.parseInt(sid.slice(0, digitsCount), 16) / 16 ** digitsCount;
  return draw < providerLogLimits.storageSample;
}
