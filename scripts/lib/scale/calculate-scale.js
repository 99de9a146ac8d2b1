/**
 * Calculates what a number of viewers at a time needs, for docs/scale.md and its calculator in the
 * browser. Plain JavaScript without packages.
 */

/**
 * A figure of the calculation that its reader may replace.
 * @typedef {{ id: string, label: string, value: number, from: string }} Figure
 */

/**
 * Measured figures by id, for their default. Times are processor time in microseconds.
 * @typedef {typeof noFigures} MeasuredFigures
 */

const noFigures = {
  openEvents: Number.NaN,
  openRequests: Number.NaN,
  playEvents: Number.NaN,
  playRequests: Number.NaN,
  requestBytes: Number.NaN,
  pageBytes: Number.NaN,
  pageUs: Number.NaN,
  serverRequestUs: Number.NaN,
  serverEventUs: Number.NaN,
  storeRequestUs: Number.NaN,
  storeEventUs: Number.NaN,
  eventBytes: Number.NaN,
};

/**
 * @param {Partial<MeasuredFigures>} measured
 * @returns {Figure[]} what the calculation begins with, in the order of a visit
 */
export function figuresOf(measured) {
  const known = { ...noFigures, ...measured };
  const { openEvents, openRequests, playEvents, playRequests, requestBytes, pageBytes } = known;
  const { serverRequestUs, serverEventUs, storeRequestUs, storeEventUs, eventBytes } = known;
  return [
    figure('viewers', 'viewers at a time', 1_000_000, 'the question'),
    figure('visitMin', 'a visit, minutes', 10, 'assumed'),
    figure('openEvents', 'events until a page plays', openEvents, 'measured'),
    figure('openRequests', 'requests that carry them', openRequests, 'measured'),
    figure('playEvents', 'events a minute while it plays', playEvents, 'measured'),
    figure('playRequests', 'requests a minute while it plays', playRequests, 'measured'),
    figure('endEvents', 'events at the end of a visit', 3, 'assumed'),
    figure('endRequests', 'requests that carry them', 1, 'assumed: a beacon'),
    figure('actionMin', 'minutes between two actions of a viewer', 4, 'assumed'),
    figure('actionEvents', 'events of an action', 4, 'assumed'),
    figure('actionRequests', 'requests of an action', 1, 'assumed'),
    figure('requestBytes', 'body of a request, bytes', requestBytes, 'measured'),
    figure('headerBytes', 'headers and TLS of a request, bytes', 800, 'assumed'),
    figure('pageBytes', 'page, scripts and poster, bytes', pageBytes, 'measured'),
    figure('videoMbps', 'video, Mbit/s', 3, 'assumed'),
    figure('peak', 'peak over the day’s average', 3, 'assumed'),
    figure('keepDays', 'days that events are kept', 31, 'the least of `--keep-days`'),
    figure('busyPercent', 'a core at the peak is busy, %', 50, 'assumed'),
    figure('pageUs', 'server, a page, µs', known.pageUs, 'measured'),
    figure('serverRequestUs', 'server, a request, µs', serverRequestUs, 'measured'),
    figure('serverEventUs', 'server, each event in it, µs', serverEventUs, 'measured'),
    figure('storeRequestUs', 'store with its standbys, a request, µs', storeRequestUs, 'measured'),
    figure(
      'storeEventUs',
      'store with its standbys, each event in it, µs',
      storeEventUs,
      'measured',
    ),
    figure(
      'eventBytes',
      'in the store, an event with its part of the document, bytes',
      eventBytes,
      'measured',
    ),
    figure('storeTb', 'rows of one store, TB at most', 10, 'assumed'),
    figure('storeCores', 'cores of one store with its standbys', 48, 'assumed'),
  ];
}

/**
 * @param {string} id
 * @param {string} label
 * @param {number} value
 * @param {string} from
 * @returns {Figure} with three significant digits, so that it calculates with what it shows
 */
const figure = (id, label, value, from) => ({
  id,
  label,
  value: Number(value.toPrecision(3)),
  from,
});

/**
 * @param {(id: string) => number} of a figure's value
 * @returns {{ id: string, label: string, value: number }[]} what follows
 */
export function calculateScale(of) {
  const viewers = of('viewers');
  const opened = viewers / (of('visitMin') * 60);
  const actions = viewers / (of('actionMin') * 60);
  /** @param {'Events' | 'Requests'} what */
  const aSecond = (what) =>
    opened * (of(`open${what}`) + of(`end${what}`)) +
    (viewers * of(`play${what}`)) / 60 +
    actions * of(`action${what}`);
  const [events, requests] = [aSecond('Events'), aSecond('Requests')];
  const busy = of('busyPercent') / 100;
  /** @param {number} us */
  const cores = (us) => us / 1e6 / busy;
  const storeUs = requests * of('storeRequestUs') + events * of('storeEventUs');
  const bytes = events * of('eventBytes');
  const dayTb = (bytes * 86_400) / of('peak') / 1e12;
  const keptTb = dayTb * of('keepDays');
  const storesForRows = keptTb / of('storeTb');
  const storesForCores = cores(storeUs) / of('storeCores');
  return [
    { id: 'opened', label: 'pages opened a second', value: opened },
    { id: 'events', label: 'events a second', value: events },
    { id: 'requests', label: 'telemetry requests a second', value: requests },
    {
      id: 'intakeCores',
      label: 'cores of the intake',
      value: cores(requests * of('serverRequestUs') + events * of('serverEventUs')),
    },
    { id: 'pageCores', label: 'cores for pages', value: cores(opened * of('pageUs')) },
    { id: 'storeCores', label: 'cores of the stores with their standbys', value: cores(storeUs) },
    { id: 'rowsMb', label: 'rows written a second, MB', value: bytes / 1e6 },
    { id: 'dayTb', label: 'rows a day, TB on each machine of a single store', value: dayTb },
    {
      id: 'keptTb',
      label: 'rows that are kept, TB on each machine of a single store',
      value: keptTb,
    },
    {
      id: 'stores',
      label: 'stores',
      value: Math.max(1, Math.ceil(Math.max(storesForRows, storesForCores))),
    },
    {
      id: 'telemetryGbps',
      label: 'telemetry into the proxies, Gbit/s',
      value: (requests * (of('requestBytes') + of('headerBytes')) * 8) / 1e9,
    },
    {
      id: 'logGbps',
      label: 'log to each standby, Gbit/s (assumed: twice the rows)',
      value: (bytes * 2 * 8) / 1e9,
    },
    {
      id: 'pageGbps',
      label: 'pages and scripts, Gbit/s',
      value: (opened * of('pageBytes') * 8) / 1e9,
    },
    { id: 'videoGbps', label: 'video, Gbit/s', value: (viewers * of('videoMbps')) / 1e3 },
  ];
}

/**
 * @param {number} value
 * @returns {string} with three significant digits
 */
export function shortNumber(value) {
  if (!Number.isFinite(value)) return '–';
  const rounded = Number(value.toPrecision(3));
  return rounded.toLocaleString('en', { maximumFractionDigits: 3 });
}
