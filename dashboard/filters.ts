import {
  type DocumentDimension,
  dimensionLists,
  documentDimensions,
} from '../shared/telemetry/document-dimensions.ts';

/** The filters of playbacks, viewings and costs, in the order of the page. */
export const filterNames = ['video', ...documentDimensions] as const;
export type FilterName = 'video' | DocumentDimension;

interface FilterTexts {
  label: string;
  /** Title of its groups. */
  title: string;
  /** Title of their table's first column. */
  column: string;
  note: string;
}

export const filterTexts: Readonly<Record<FilterName, FilterTexts>> = {
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

/** The name of a filter's groups in a report. */
export const listOf = (name: FilterName) => (name === 'video' ? 'videos' : dimensionLists[name]);

const noCountries =
  'Countries need a GeoIP file: start the server with --geoip and a database of countries.';

/**
 * @param groups of the filter
 * @returns the explanation of these groups; empty without one
 */
export function noteOf(filter: FilterName, groups: readonly { name: string }[]): string {
  const isUnknown = groups.length > 0 && groups.every(({ name }) => name === '');
  return filter === 'country' && isUnknown ? noCountries : filterTexts[filter].note;
}
