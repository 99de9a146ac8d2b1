import { providerLogLimits } from '../../../shared/limits/provider-log-limits.ts';

/** Number of characters of a `sid` that are used. */
const digitsCount = 8;

/**
 * Whether a document reports on its storage: a sample of them does (specification §9: 0.2). The
 * `sid` decides, so that restarted services decide alike.
 * @param sid random hexadecimal digits; a `sid` of another kind is not in the sample
 */
export function isInStorageSample(sid: string): boolean {
  const draw = Number.parseInt(sid.slice(0, digitsCount), 16) / 16 ** digitsCount;
  return draw < providerLogLimits.storageSample;
}
