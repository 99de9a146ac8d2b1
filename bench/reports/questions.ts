import type { ReportFilter } from '../../server/store/reports/report-figures.ts';
import { anyPlayback } from '../../shared/telemetry/playback-dimensions.ts';
import { busy, toMs } from './fill-playbacks.ts';

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** Not the start of a minute: both ends of the time have to be counted. */
const endMs = toMs - 1_234_567;

const last = (lengthMs: number, only: Partial<ReportFilter> = {}): ReportFilter => ({
  ...{ videoId: null, ...anyPlayback, ...only },
  fromMs: endMs - lengthMs,
  toMs: endMs,
});

const [video, host, browser, country] = [
  { videoId: 'v1' },
  { host: 'https://h1.example' },
  { browser: 'Chrome' },
  { country: 'DE' },
];

export const lastMonth = last(30 * dayMs);

/** Filters that an operator sets. `v1`, `h1`, Chrome and Germany have the most playbacks. */
export const questions: readonly { id: string; title: string; filter: ReportFilter }[] = [
  { id: 'hour', title: 'the last hour', filter: last(hourMs) },
  { id: 'day', title: 'the last day', filter: last(dayMs) },
  { id: 'week', title: 'the last week', filter: last(7 * dayMs) },
  { id: 'month', title: 'the last 30 days', filter: lastMonth },
  {
    id: 'failed',
    title: 'the last 30 days, and the latest failed playbacks',
    filter: last(30 * dayMs, { outcome: 'failed' }),
  },
  { id: 'video', title: '30 days of a video', filter: last(30 * dayMs, video) },
  { id: 'host', title: '30 days of a page', filter: last(30 * dayMs, host) },
  { id: 'browser', title: '30 days of a browser', filter: last(30 * dayMs, browser) },
  { id: 'country', title: '30 days of a country', filter: last(30 * dayMs, country) },
  { id: 'videoDay', title: 'the last day of a video', filter: last(dayMs, video) },
  {
    id: 'videoBrowser',
    title: '30 days of a video in a browser',
    filter: last(30 * dayMs, { ...video, ...browser }),
  },
  {
    id: 'videoHost',
    title: '30 days of a video on a page',
    filter: last(30 * dayMs, { ...video, ...host }),
  },
  {
    id: 'all',
    title: '30 days of a video on a page in a browser',
    filter: last(30 * dayMs, { ...video, ...host, ...browser }),
  },
  {
    id: 'browserCountry',
    title: '30 days of mobile playbacks in a browser and a country',
    filter: last(30 * dayMs, { ...browser, ...country, device: 'mobile' }),
  },
];

/** Asked in a busy hour, as the dashboard asks: from the start of an hour until now. */
export const busyQuestions: typeof questions = [
  { id: 'busyDay', title: 'the last day, in a busy hour', filter: untilBusy({}) },
  {
    id: 'busyBrowser',
    title: 'the last day of a browser, in a busy hour',
    filter: untilBusy(browser),
  },
];

function untilBusy(only: Partial<ReportFilter>): ReportFilter {
  return {
    ...{ videoId: null, ...anyPlayback, ...only },
    fromMs: busy.fromMs - dayMs,
    toMs: busy.toMs + 1,
  };
}
