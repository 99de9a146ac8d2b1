import type { Check } from './check.ts';
import type { FloodResult } from './run-flood.ts';

interface Named {
  row: string;
  title: string;
}

/** One line for an attack on a server that others use. */
export function floodLine(
  recipe: Named,
  { count, idle, during, beside, stretch, held, usedBytes, checks }: FloodResult,
): string {
  const { before, most, after } = held;
  const answers = Object.entries(count.statuses)
    .map(([status, times]) => `${times} × ${status === '0' ? 'cut' : status}`)
    .join(', ');
  return [
    head(recipe, checks),
    `${count.requests} requests, ${megabytes(count.sentBytes)} sent (${answers})`,
    `p99 ${ms(idle.p99Ms)} → ${ms(during.p99Ms)}, longest ${ms(during.maxMs)}, p99 of an idle server beside it ${ms(beside.p99Ms)}, × ${stretch.toFixed(1)} for want of a processor`,
    `descriptors ${before.descriptors} → ${most.descriptors} → ${after.descriptors}`,
    `memory ${megabytes(before.residentBytes)} → ${megabytes(most.residentBytes)} → ${megabytes(after.residentBytes)}`,
    `in use ${megabytes(usedBytes.before)} → ${megabytes(usedBytes.after)}`,
    `store ${megabytes(before.storeBytes)} → ${megabytes(after.storeBytes)}`,
  ].join(' │ ');
}

/** One line for an attack that has its own servers. */
export function recipeLine(recipe: Named, checks: readonly Check[]): string {
  const seen = checks.map((check) => check.seen).filter((text) => text !== undefined);
  return [head(recipe, checks), `${checks.length} checks`, ...seen].join(' │ ');
}

export function failedLines(checks: readonly Check[]): string[] {
  return checks
    .filter(({ isMet }) => !isMet)
    .map(({ what, seen }) => `       NOT MET: ${what}${seen === undefined ? '' : ` (${seen})`}`);
}

function head({ row, title }: Named, checks: readonly Check[]): string {
  return `${checks.every(({ isMet }) => isMet) ? 'ok    ' : 'FAILED'} ${row.padEnd(3)} ${title}`;
}

function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
