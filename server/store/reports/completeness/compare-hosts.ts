import type { DashboardReport } from '../report-figures.ts';
import { reportLimits } from '../report-limits.ts';
import { completenessLimits } from './completeness-limits.ts';
import type { HostCounts, PagesPart } from './read-pages.ts';

type Silence = NonNullable<DashboardReport['completeness']['silence']>;
type Host = Silence['hosts'][number];

/**
 * Compares the silent pages of hosts. All uncertainty is in favour of a host: pages that were heard
 * of and not counted as served hide silent ones, but never add any.
 * @param parts one of each store; the page loads of a host may be in several
 */
export function compareHosts(parts: readonly (PagesPart | null)[]): Silence | null {
  const own = parts.filter((part) => part !== null);
  const [first] = own;
  if (first === undefined) return null;
  // A host that is left out of the served ones counts as less, which is in its favour too.
  const servedOf = sumOf(own.map(({ served }) => ({ ...served, othersMax: 0 })));
  const heardOf = sumOf(own.map(({ heard }) => heard));
  const hosts = [...new Set(own.flatMap(({ served }) => served.hosts.map(([host]) => host)))].map(
    (host) => {
      const served = servedOf(host);
      return { host, served, heard: Math.min(served, heardOf(host)) };
    },
  );
  const all = { served: sum(hosts, 'served'), heard: sum(hosts, 'heard') };
  const compared = hosts
    .filter(({ host }) => first.host === null || host === first.host)
    .map((host): Host => {
      const others = { served: all.served - host.served, heard: all.heard - host.heard };
      return { ...host, isMarked: isFarMoreSilent(host, others) };
    })
    .sort(
      (one, other) =>
        Number(other.isMarked) - Number(one.isMarked) ||
        other.served - one.served ||
        (one.host < other.host ? -1 : 1),
    );
  const { fromMs, toMs } = first;
  return { fromMs, toMs, hosts: compared.slice(0, reportLimits.groupsCount) };
}

type Pages = Pick<Host, 'served' | 'heard'>;

/** Two-proportion z-test of the silent shares, with a minimum difference. */
function isFarMoreSilent(host: Pages, others: Pages): boolean {
  const { silentFromPagesCount, silentMorePercent, silentFromZ } = completenessLimits;
  if (Math.min(host.served, others.served) < silentFromPagesCount) return false;
  const difference = silentShare(host) - silentShare(others);
  if (difference * 100 < silentMorePercent) return false;
  const both = silentShare({
    served: host.served + others.served,
    heard: host.heard + others.heard,
  });
  const error = Math.sqrt(both * (1 - both) * (1 / host.served + 1 / others.served));
  return difference >= silentFromZ * error;
}

const silentShare = ({ served, heard }: Pages) => (served - heard) / served;

const sum = (hosts: readonly Pages[], name: keyof Pages) =>
  hosts.reduce((all, host) => all + host[name], 0);

/** @returns the pages of a host in all stores; the most that are possible where it is left out */
function sumOf(counts: readonly HostCounts[]): (host: string) => number {
  const maps = counts.map(({ hosts, othersMax }) => ({ pages: new Map(hosts), othersMax }));
  return (host) =>
    maps.reduce((all, { pages, othersMax }) => all + (pages.get(host) ?? othersMax), 0);
}
