/** What the page shows; all of it stands in its address, so that a link shows the same. */
export interface View {
  range: RangeName | 'custom';
  /** Of a range of one's own, Unix milliseconds. */
  fromMs: number;
  toMs: number;
  /** `null` is any; '' those of which it is not known. */
  video: string | null;
  host: string | null;
  browser: string | null;
}

export type FilterName = 'video' | 'host' | 'browser';

const hourMs = 3_600_000;
/** How far back from now; everything is `null`. */
export const ranges = {
  '1h': hourMs,
  '24h': 24 * hourMs,
  '7d': 168 * hourMs,
  '30d': 720 * hourMs,
  all: null,
} as const;
export type RangeName = keyof typeof ranges;

const defaultRange: RangeName = '24h';

/** @param search of the address; what it does not understand is as if it were not there */
export function parseView(search: string): View {
  const query = new URLSearchParams(search);
  const named = query.get('range') ?? '';
  const [fromMs, toMs] = [timeOf(query.get('from')), timeOf(query.get('to'))];
  const isCustom = fromMs !== null && toMs !== null && fromMs < toMs;
  return {
    range: isCustom ? 'custom' : isRange(named) ? named : defaultRange,
    fromMs: isCustom ? fromMs : 0,
    toMs: isCustom ? toMs : 0,
    video: query.get('video'),
    host: query.get('host'),
    browser: query.get('browser'),
  };
}

/** @returns what `parseView` reads; with a `?` unless it is empty */
export function formatView(view: View): string {
  const query = new URLSearchParams();
  if (view.range === 'custom') {
    query.set('from', String(view.fromMs));
    query.set('to', String(view.toMs));
  } else if (view.range !== defaultRange) query.set('range', view.range);
  addFilters(query, view);
  return query.size === 0 ? '' : `?${query}`;
}

/** @returns the query of `GET /telemetry/report` for it */
export function reportQuery(view: View, nowMs: number): string {
  const query = new URLSearchParams();
  if (view.range === 'custom') {
    query.set('from', String(view.fromMs));
    query.set('to', String(view.toMs));
  } else {
    const lengthMs = ranges[view.range];
    if (lengthMs !== null) query.set('from', String(nowMs - lengthMs));
  }
  addFilters(query, view);
  return query.toString();
}

function addFilters(query: URLSearchParams, view: View): void {
  for (const name of ['video', 'host', 'browser'] as const) {
    const value = view[name];
    if (value !== null) query.set(name, value);
  }
}

function isRange(text: string): text is RangeName {
  return Object.hasOwn(ranges, text);
}

function timeOf(text: string | null): number | null {
  return text !== null && /^\d{1,14}$/.test(text) ? Number(text) : null;
}
