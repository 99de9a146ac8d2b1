import type { Tick } from '../../../shared/telemetry/playback-report.ts';

/** Reads the browser's own timing of the page's start, in milliseconds since it was opened. */
export function readPageTicks(performance: Pick<Performance, 'getEntriesByType'>): Tick[] {
  const ticks: Tick[] = [{ name: 'open', ms: 0 }];
  const paint = performance
    .getEntriesByType('paint')
    .find(({ name }) => name === 'first-contentful-paint');
  if (paint !== undefined) ticks.push({ name: 'shell_painted', ms: paint.startTime });
  for (const entry of performance.getEntriesByType('resource')) {
    if (!/\/assets\/page-[^/]*\.js$/.test(entry.name)) continue;
    ticks.push({ name: 'script', ms: entry.startTime + entry.duration });
    break;
  }
  return ticks;
}
