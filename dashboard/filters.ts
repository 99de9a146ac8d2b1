import { type CustomParameter, dimensionPrefix } from '../shared/telemetry/custom-parameter.ts';
import {
  type CustomNames,
  customDimensions,
  type DimensionList,
  type DocumentDimension,
  dimensionLists,
  type FixedDimension,
  fixedDimensions,
} from '../shared/telemetry/document-dimensions.ts';

/** A filter that every server has. */
export type FixedFilter = 'video' | FixedDimension;
export const fixedFilters: readonly FixedFilter[] = ['video', ...fixedDimensions];

/** A filter of playbacks, viewings and costs, as addresses name it. */
export type FilterName = FixedFilter | CustomParameter;

/**
 * @param names of the custom dimensions in a report
 * @returns the filters, in the order of the page
 */
export function filtersOf(names: CustomNames = {}): FilterName[] {
  const custom = customDimensions.flatMap((place) => {
    const name = names[place];
    return name === undefined ? [] : [`${dimensionPrefix}${name}` as const];
  });
  return [...fixedFilters, ...custom];
}

interface FilterTexts {
  label: string;
  /** Title of its groups. */
  title: string;
  /** Title of their table's first column. */
  column: string;
  note: string;
}

const fixedTexts: Readonly<Record<FixedFilter, FilterTexts>> = {
  video: { label: 'Video', title: 'Videos', column: 'Video', note: '' },
  host: {
    label: 'Embedding page',
    title: 'Embedding pages',
    column: 'Page',
    note: 'By origin, if the page’s referrer policy sends it.',
  },
  browser: { label: 'Browser', title: 'Browsers', column: 'Browser', note: '' },
  device: {
    label: 'Device',
    title: 'Devices',
    column: 'Device',
    note: 'By the browser’s User-Agent.',
  },
  country: {
    label: 'Country',
    title: 'Countries',
    column: 'Country',
    note: 'From the server’s GeoIP file.',
  },
  version: {
    label: 'Player version',
    title: 'Player versions',
    column: 'Player version',
    note: '',
  },
};

export function textsOf(filter: FilterName): FilterTexts {
  if (!isCustomFilter(filter)) return fixedTexts[filter];
  const name = nameIn(filter).replaceAll('_', ' ');
  const label = name.charAt(0).toUpperCase() + name.slice(1);
  return { label, title: `By ${name}`, column: label, note: 'Set by the embedding page.' };
}

const isCustomFilter = (filter: FilterName): filter is CustomParameter =>
  filter.startsWith(dimensionPrefix);

/** The operator's name of a dimension. */
const nameIn = (filter: CustomParameter) => filter.slice(dimensionPrefix.length);

/** @returns the dimension of a filter in this report; `null` if the report does not have it */
export function dimensionOf(
  filter: Exclude<FilterName, 'video'>,
  names: CustomNames = {},
): DocumentDimension | null {
  if (!isCustomFilter(filter)) return filter;
  return customDimensions.find((place) => names[place] === nameIn(filter)) ?? null;
}

/** @returns the name of a filter's groups in a report; `null` if the report does not have them */
export function listOf(filter: FilterName, names?: CustomNames): 'videos' | DimensionList | null {
  if (filter === 'video') return 'videos';
  const dimension = dimensionOf(filter, names);
  return dimension === null ? null : dimensionLists[dimension];
}

const noCountries =
  'Countries need a GeoIP file: start the server with --geoip and a database of countries.';

/**
 * @param groups of the filter
 * @returns the explanation of these groups; empty without one
 */
export function noteOf(filter: FilterName, groups: readonly { name: string }[]): string {
  const isUnknown = groups.length > 0 && groups.every(({ name }) => name === '');
  if (isUnknown && filter === 'country') return noCountries;
  return isUnknown && isCustomFilter(filter)
    ? `No page has set it: embeds need ${filter}=VALUE in their addresses.`
    : textsOf(filter).note;
}
