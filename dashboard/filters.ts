import { type CustomParameter, dimensionPrefix } from '../shared/telemetry/custom-parameter.ts';
import {
  type CustomNames,
  customDimensions,
  type DocumentDimension,
  type FixedDimension,
  fixedDimensions,
} from '../shared/telemetry/document-dimensions.ts';
import {
  type PlaybackDimension,
  playbackDimensions,
  type ReportDimension,
  type ReportList,
  reportLists,
} from '../shared/telemetry/playback-dimensions.ts';

/** A filter that every server has. */
export type FixedFilter = 'video' | FixedDimension | PlaybackDimension;

const loadFilters = ['video', ...fixedDimensions] as const;
export const fixedFilters: readonly FixedFilter[] = [...loadFilters, ...playbackDimensions];

/** A filter of playbacks, viewings and costs, as addresses name it. */
export type LoadFilter = (typeof loadFilters)[number] | CustomParameter;
/** The same, or one of playbacks only. */
export type FilterName = LoadFilter | PlaybackDimension;

/**
 * @param names of the custom dimensions in a report
 * @returns the filters of playbacks, in the order of the page
 */
export const filtersOf = (names?: CustomNames): FilterName[] => [
  ...fixedFilters,
  ...customFilters(names),
];

/** @returns the filters of all pages: facts of page loads */
export const loadFiltersOf = (names?: CustomNames): LoadFilter[] => [
  ...loadFilters,
  ...customFilters(names),
];

const customFilters = (names: CustomNames = {}) =>
  customDimensions.flatMap((place) => {
    const name = names[place];
    return name === undefined ? [] : [`${dimensionPrefix}${name}` as const];
  });

/** Whether only the page of playbacks has this filter. */
export const isOfPlaybacks = (filter: string): filter is PlaybackDimension =>
  (playbackDimensions as readonly string[]).includes(filter);

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
  engine: {
    label: 'Engine',
    title: 'Engines',
    column: 'Engine',
    note: 'The part of the player that fed the video. Playbacks that never began have none.',
  },
  startedBy: {
    label: 'Started by',
    title: 'Started by',
    column: 'Started by',
    note: 'Viewer: a click or key. Host page: a command. The player itself: autoplay, the next of a list, a loop. Playbacks that never began are unknown.',
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
  filter: Exclude<LoadFilter, 'video'>,
  names?: CustomNames,
): DocumentDimension | null;
export function dimensionOf(
  filter: Exclude<FilterName, 'video'>,
  names?: CustomNames,
): ReportDimension | null;
export function dimensionOf(
  filter: Exclude<FilterName, 'video'>,
  names: CustomNames = {},
): ReportDimension | null {
  if (!isCustomFilter(filter)) return filter;
  return customDimensions.find((place) => names[place] === nameIn(filter)) ?? null;
}

/** @returns the name of a filter's groups in a report; `null` if the report does not have them */
export function listOf(filter: FilterName, names?: CustomNames): 'videos' | ReportList | null {
  if (filter === 'video') return 'videos';
  const dimension = dimensionOf(filter, names);
  return dimension === null ? null : reportLists[dimension];
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
