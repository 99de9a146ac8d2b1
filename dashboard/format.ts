import { countryName } from './display-names.ts';
import type { FilterName } from './filters.ts';

// Formats of numbers and names. English, like all texts for operators.

const whole = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

export function formatCount(count: number): string {
  return whole.format(count);
}

/** For axes and tiles: 12.3K. */
export function formatShort(count: number): string {
  return count < 10_000 ? whole.format(count) : short.format(count);
}

/** A mean of counts: with tenths while it is small. */
export function formatMean(mean: number): string {
  if (mean > 0 && mean < 0.05) return '< 0.1';
  return mean < 10 ? whole.format(Math.round(mean * 10) / 10) : formatShort(Math.round(mean));
}

/** @param ms `null` without a value */
export function formatMs(ms: number | null): string {
  if (ms === null) return '–';
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return ms < 100_000 ? `${(ms / 1_000).toFixed(2).replace(/0$/, '')} s` : formatDuration(ms);
}

/** Hours, below ten hours with minutes; seconds below a minute. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = minutes / 60;
  if (hours >= 10 || minutes % 60 === 0) return `${whole.format(Math.round(hours))} h`;
  return `${Math.floor(hours)} h ${minutes % 60} min`;
}

/** @param of the total; 0 gives '–' */
export function formatShare(part: number, of: number): string {
  return of === 0 ? '–' : formatPercent((part / of) * 100);
}

export function formatPercent(percent: number | null): string {
  if (percent === null) return '–';
  if (percent === 0) return '0 %';
  if (percent < 0.1) return '< 0.1 %';
  return `${percent < 10 ? percent.toFixed(1).replace(/\.0$/, '') : Math.round(percent)} %`;
}

/** Never rounded up, so that 100 % means all of them. */
export function formatArrived(stored: number, created: number): string {
  if (created === 0) return '–';
  return `${Math.floor((stored * 10_000) / created) / 100} %`;
}

export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let [value, unit] = [bytes, 0];
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** In the operator's own time zone. */
export function formatMoment(ms: number): string {
  return moment.format(ms);
}

/** @param fromMs 0 if it has no beginning */
export function formatPeriod(fromMs: number, toMs: number): string {
  return fromMs === 0
    ? `until ${formatMoment(toMs)}`
    : `from ${formatMoment(fromMs)} to ${formatMoment(toMs)}`;
}

/**
 * @param things that are counted
 * @returns what is counted from this moment on; empty if nothing is left out
 */
export function formatLatest(countedFromMs: number | null, things = 'playbacks'): string {
  return countedFromMs === null
    ? ''
    : `Only the latest ${things} are counted: those since ${formatMoment(countedFromMs)}.`;
}

const deviceNames: Readonly<Record<string, string>> = {
  desktop: 'Desktop',
  mobile: 'Mobile',
  tablet: 'Tablet',
  tv: 'TV',
  bot: 'Bot',
};

const starterNames: Readonly<Record<string, string>> = {
  viewer: 'viewer',
  host: 'host page',
  player: 'the player itself',
};

/** @param titles of videos, by id */
export function formatName(
  filter: FilterName,
  name: string,
  titles: Readonly<Record<string, string>> = {},
): string {
  if (name === '') return 'unknown';
  if (filter === 'video' && titles[name] !== undefined) return `${titles[name]} (${name})`;
  if (filter === 'host')
    return name === 'direct' ? 'opened directly' : name.replace(/^https?:\/\//, '');
  if (filter === 'device') return deviceNames[name] ?? name;
  if (filter === 'startedBy') return starterNames[name] ?? name;
  return filter === 'country' ? countryName(name) : name;
}
