import * as z from 'zod';
import { dimensionPrefix } from '../../../../shared/telemetry/custom-parameter.ts';
import { customLimits } from './custom-limits.ts';
import type { SetValues } from './custom-values.ts';

/**
 * Any sender can set a value, and operators read it in tables and spreadsheets. So it has letters
 * and digits of any script, and signs that are in names, and begins with a letter or digit: no
 * controls, markup or formulas, and no sign of an e-mail address.
 */
const valuePattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} _.,:/&+()'’-]*$/u;

const flagsSchema = z.catch(z.record(z.string(), z.unknown()), {});

/**
 * @param flags of the page's event `embed_loaded`, from any sender
 * @returns the valid values of custom dimensions, by their names
 */
export function setValuesOf(flags: unknown): SetValues {
  const found: [string, string][] = [];
  for (const [flag, given] of Object.entries(z.parse(flagsSchema, flags))) {
    if (!flag.startsWith(dimensionPrefix)) continue;
    const value = customValue(given);
    if (value !== '') found.push([flag.slice(dimensionPrefix.length), value]);
  }
  return Object.fromEntries(found);
}

/** @returns '' if it is not a value */
export function customValue(given: unknown): string {
  if (typeof given !== 'string' || given.length > 4 * customLimits.valueMaxChars) return '';
  const value = given.normalize('NFC').trim();
  return value.length <= customLimits.valueMaxChars && valuePattern.test(value) ? value : '';
}
