import { type CustomNames, isCustom } from './document-dimensions.ts';
import type { ReportDimension } from './playback-dimensions.ts';

/**
 * Begins the name of a custom dimension wherever it stands beside other names: in addresses of
 * embeds and of reports, in flags of pages, and in columns of downloads.
 */
export const dimensionPrefix = 'dimension.';
export type CustomParameter = `${typeof dimensionPrefix}${string}`;

/** @returns the name of a dimension there, such as `dimension.section` */
export const customParameter = (name: string): CustomParameter => `${dimensionPrefix}${name}`;

/** @returns the name there of any dimension; `null` for a custom one that is not in use */
export function parameterOf(dimension: ReportDimension, names: CustomNames): string | null {
  if (!isCustom(dimension)) return dimension;
  const name = names[dimension];
  return name === undefined ? null : customParameter(name);
}
