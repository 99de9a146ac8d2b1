import type { Kysely } from 'kysely';
import type { StoreTables } from '../../store-tables.ts';
import type { ReportFilter } from '../report-figures.ts';
import { conditionsOf } from '../select-playbacks.ts';
import { completenessLimits } from './completeness-limits.ts';
import { hourMs } from './count-hours.ts';
import type { PagesTables } from './pages-tables.ts';

/** Pages by host. */
export interface HostCounts {
  hosts: [host: string, pages: number][];
  /** A host that is left out has at most this number of pages. */
  othersMax: number;
}

/** One store's part of the comparison of hosts. */
export interface PagesPart {
  /** Whole hours, in Unix milliseconds; `toMs` is excluded. */
  fromMs: number;
  toMs: number;
  /** Only this host is shown; `null`: all. */
  host: string | null;
  served: HostCounts;
  heard: HostCounts;
}

/**
 * Reads the pages of the whole hours in the filter's time whose players have had the time to send.
 * @returns `null` if the filter has conditions that served pages cannot be filtered by, or no such
 *   hour
 */
export async function readPages(
  database: Kysely<StoreTables>,
  filter: ReportFilter,
  nowMs: number,
): Promise<PagesPart | null> {
  const isOther = conditionsOf(filter).some(({ column }) => column !== 'host');
  const time = comparedTime(filter, nowMs);
  if (isOther || filter.arms !== undefined || time === null) return null;
  const { comparedHostsCount, heardHostsCount } = completenessLimits;
  return {
    ...time,
    host: filter.host,
    served: await readHosts(database, 'served_pages', { ...time, count: comparedHostsCount }),
    heard: await readHosts(database, 'heard_pages', { ...time, count: heardHostsCount }),
  };
}

function comparedTime(
  { fromMs, toMs }: Pick<ReportFilter, 'fromMs' | 'toMs'>,
  nowMs: number,
): { fromMs: number; toMs: number } | null {
  const { heardWithinMs, comparedHostsDays } = completenessLimits;
  const endMs = Math.floor(Math.min(toMs, nowMs - heardWithinMs) / hourMs) * hourMs;
  const startMs = Math.max(
    Math.ceil(fromMs / hourMs) * hourMs,
    endMs - comparedHostsDays * 24 * hourMs,
  );
  return startMs < endMs ? { fromMs: startMs, toMs: endMs } : null;
}

async function readHosts(
  database: Kysely<StoreTables>,
  table: keyof PagesTables,
  { fromMs, toMs, count }: { fromMs: number; toMs: number; count: number },
): Promise<HostCounts> {
  const rows = await database
    .selectFrom(table)
    .select(({ fn }) => ['host', fn.sum<number>('pages').as('pages')])
    .where('hour_ms', '>=', fromMs)
    .where('hour_ms', '<', toMs)
    .where('host', '<>', '')
    .groupBy('host')
    .orderBy('pages', 'desc')
    .orderBy('host')
    .limit(count)
    .execute();
  const hosts = rows.map(({ host, pages }): [string, number] => [host, Number(pages)]);
  return { hosts, othersMax: hosts.length < count ? 0 : (hosts.at(-1)?.[1] ?? 0) };
}
