import { type CustomParameter, dimensionPrefix } from '../shared/telemetry/custom-parameter.ts';
import { type ExperimentArm, isExperimentArm } from '../shared/telemetry/experiment-arm.ts';
import { isPlaybackOutcome, type PlaybackOutcome } from '../shared/telemetry/playback-outcome.ts';
import { type FixedFilter, fixedFilters, isOfPlaybacks } from './filters.ts';

/** The filters of a view: `null` matches all; '' matches playbacks without the value. */
interface ViewFilters extends Record<FixedFilter, string | null> {
  /** Custom dimensions, which only the server knows; missing like `null`. */
  [parameter: CustomParameter]: string | null | undefined;
  /** Only playbacks of pages in this experiment, and in this arm of it. */
  experiment: string | null;
  /** `null` for both arms; always without an experiment. */
  arm: ExperimentArm | null;
}

const armFilters: readonly string[] = ['experiment', 'arm'];

/** The page's state. All of it is in the address, so that a link shows the same view. */
export interface View extends ViewFilters {
  page: PageName;
  range: RangeName | 'custom';
  /** Unix milliseconds, for a custom range. */
  fromMs: number;
  toMs: number;
  /** The outcome of the playbacks in the list; `null` lists all. */
  outcome: PlaybackOutcome | null;
  /** The time that figures are compared with. */
  compare: ComparisonName;
}

/** Labels of the pages, in the order of the navigation. */
export const pages = {
  playbacks: 'Playbacks',
  audience: 'Audience',
  cost: 'Cost',
  experiments: 'Experiments',
  webhooks: 'Webhooks',
} as const;
export type PageName = keyof typeof pages;

const hourMs = 3_600_000;
/** Length of each range until now; `null` for all time. */
export const ranges = {
  '1h': hourMs,
  '24h': 24 * hourMs,
  '7d': 168 * hourMs,
  '30d': 720 * hourMs,
  all: null,
} as const;
export type RangeName = keyof typeof ranges;

const defaultRange: RangeName = '24h';

/** Labels of the times that figures can be compared with. */
export const comparisons = {
  before: 'Time before',
  week: 'Week earlier',
  none: 'Nothing',
} as const;
export type ComparisonName = keyof typeof comparisons;

const defaultComparison: ComparisonName = 'before';
const weekMs = 168 * hourMs;

/** @returns the changes after which a view shows all playbacks of all time */
export function everything(view: View): Partial<View> {
  const none = Object.fromEntries(filtersIn(view).map(([name]) => [name, null]));
  return { range: 'all', ...none, outcome: null };
}

/** @param search query of the address; unknown parameters are ignored */
export function parseView(search: string): View {
  const query = new URLSearchParams(search);
  const named = query.get('range') ?? '';
  const page = query.get('page') ?? '';
  const compare = query.get('compare') ?? '';
  const outcome = query.get('outcome');
  const [fromMs, toMs] = [timeOf(query.get('from')), timeOf(query.get('to'))];
  const isCustom = fromMs !== null && toMs !== null && fromMs < toMs;
  return {
    page: isPage(page) ? page : 'playbacks',
    range: isCustom ? 'custom' : isRange(named) ? named : defaultRange,
    fromMs: isCustom ? fromMs : 0,
    toMs: isCustom ? toMs : 0,
    ...filtersOf(query),
    outcome: isPlaybackOutcome(outcome) ? outcome : null,
    compare: isComparison(compare) ? compare : defaultComparison,
  };
}

/** @returns the query that `parseView` reads, with a `?` unless it is empty */
export function formatView(view: View): string {
  const query = new URLSearchParams();
  if (view.page !== 'playbacks') query.set('page', view.page);
  if (view.range === 'custom') {
    query.set('from', String(view.fromMs));
    query.set('to', String(view.toMs));
  } else if (view.range !== defaultRange) query.set('range', view.range);
  for (const [name, value] of filtersIn(view)) query.set(name, value);
  if (view.outcome !== null) query.set('outcome', view.outcome);
  if (view.compare !== defaultComparison) query.set('compare', view.compare);
  return query.size === 0 ? '' : `?${query}`;
}

/** @returns the query of the server's reports for this view, such as `GET /telemetry/report` */
export function reportQuery(view: View, nowMs: number): string {
  const query = new URLSearchParams();
  const period = periodOf(view, nowMs);
  if (period !== null) query.set('from', String(period.fromMs));
  // Without it the server adds what has come since.
  if (period !== null && view.range === 'custom') query.set('to', String(period.toMs));
  addFilters(query, view);
  return query.toString();
}

/** @returns the same query for the report, and for downloads of the playbacks that it lists */
export function listQuery(view: View, nowMs: number): string {
  const query = reportQuery(view, nowMs);
  if (view.page !== 'playbacks' || view.outcome === null) return query;
  return [query, `outcome=${view.outcome}`].filter((part) => part !== '').join('&');
}

/**
 * @returns the same query for the time that the view is compared with; `null` if it is compared
 *   with none, or has no beginning
 */
export function comparedQuery(view: View, nowMs: number): string | null {
  const period = periodOf(view, nowMs);
  if (view.compare === 'none' || period === null) return null;
  const { fromMs, toMs } = period;
  const backMs = view.compare === 'week' ? weekMs : toMs - fromMs;
  if (fromMs < backMs) return null;
  const query = new URLSearchParams({ from: String(fromMs - backMs), to: String(toMs - backMs) });
  addFilters(query, view);
  return query.toString();
}

function periodOf({ range, fromMs, toMs }: View, nowMs: number) {
  if (range === 'custom') return { fromMs, toMs };
  const lengthMs = ranges[range];
  if (lengthMs === null) return null;
  const firstMs = nowMs - lengthMs;
  // Hours have stored sums; so a day or more begins with a whole one.
  return { fromMs: lengthMs > hourMs ? startOfHour(firstMs) : firstMs, toMs: nowMs };
}

const startOfHour = (timeMs: number) => Math.floor(timeMs / hourMs) * hourMs;

function addFilters(query: URLSearchParams, view: View): void {
  for (const [name, value] of appliedIn(view)) query.set(name, value);
}

/** Whether a view shows only some playbacks. */
export const isFiltered = (view: View): boolean => appliedIn(view).length > 0;

/** The filters of a view that its page has; the others wait for the page of playbacks. */
const appliedIn = (view: View) =>
  filtersIn(view).filter(
    ([name]) => view.page === 'playbacks' || !(isOfPlaybacks(name) || armFilters.includes(name)),
  );

function filtersOf(query: URLSearchParams): ViewFilters {
  const fixed = Object.fromEntries(fixedFilters.map((name) => [name, query.get(name)])) as Record<
    FixedFilter,
    string | null
  >;
  const custom = Object.fromEntries([...query].filter(([name]) => isCustom(name)));
  const experiment = query.get('experiment') || null;
  const arm = query.get('arm');
  return {
    ...{ ...custom, ...fixed, experiment },
    arm: experiment !== null && isExperimentArm(arm) ? arm : null,
  };
}

/** The filters of a view that are set. */
function filtersIn(view: View): [string, string][] {
  return Object.entries<unknown>({ ...view }).flatMap(([name, value]) =>
    typeof value === 'string' && isFilter(name) ? [[name, value]] : [],
  );
}

const isFilter = (name: string) => isFixed(name) || isCustom(name) || armFilters.includes(name);

const isFixed = (name: string): name is FixedFilter =>
  (fixedFilters as readonly string[]).includes(name);

const isCustom = (name: string): name is CustomParameter => name.startsWith(dimensionPrefix);

function isPage(text: string): text is PageName {
  return Object.hasOwn(pages, text);
}

function isRange(text: string): text is RangeName {
  return Object.hasOwn(ranges, text);
}

function isComparison(text: string): text is ComparisonName {
  return Object.hasOwn(comparisons, text);
}

function timeOf(text: string | null): number | null {
  return text !== null && /^\d{1,14}$/.test(text) ? Number(text) : null;
}
