import type { FilterColumn } from '../filter-columns.ts';
import { latestCut } from '../latest-cut.ts';
import type { DashboardReport } from '../report-figures.ts';
import { compareHosts } from './compare-hosts.ts';
import { addTo } from './count-documents.ts';
import { addLedgers, emptyLedger, type Ledger, missingOf } from './ledger.ts';
import { type CompletenessPart, completenessStepMs } from './read-completeness.ts';

/** Adds the parts of one or more stores. */
export function addCompleteness(
  parts: readonly CompletenessPart[],
  stepMs: number,
): DashboardReport['completeness'] {
  const steps = Map.groupBy(
    parts.flatMap((part) => part.steps),
    ({ atMs }) => atMs,
  );
  const isAll = parts.every((part) => part.isAll);
  const total = addLedgers(
    isAll ? parts.flatMap((part) => part.steps) : parts.map(({ counted }) => counted),
  );
  const sum = (name: 'arriving' | 'away' | 'gone') =>
    parts.reduce((all, { missing }) => all + missing[name], 0);
  const dropped = new Map<string, number>();
  for (const { missing } of parts)
    for (const [reason, count] of missing.dropped)
      dropped.set(reason, (dropped.get(reason) ?? 0) + count);
  return {
    ...shown(total),
    countedFromMs: latestCut(parts),
    stepMs: completenessStepMs(stepMs),
    steps: [...steps]
      .sort(([one], [other]) => one - other)
      .map(([atMs, same]) => ({ atMs, ...shown(addLedgers(same)) })),
    missingBy: {
      arriving: sum('arriving'),
      away: sum('away'),
      gone: sum('gone'),
      dropped: [...dropped]
        .map(([reason, count]) => ({ reason, count }))
        .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
    },
    silence: compareHosts(parts.map(({ pages }) => pages)),
  };
}

/** @returns created and stored events of the counted page loads of a group */
export function eventsOfGroup(
  parts: readonly CompletenessPart[],
  column: FilterColumn,
): (name: string) => { created: number; stored: number } {
  const ledgers = new Map<string, Ledger>();
  for (const { groups } of parts)
    for (const [name, ledger] of groups[column]) addTo(ledgers, name, ledger);
  return (name) => {
    const { created, stored } = ledgers.get(name) ?? emptyLedger;
    return { created, stored };
  };
}

function shown(ledger: Ledger) {
  const { documents: pageLoads, created, stored, rejected, implausible } = ledger;
  return { pageLoads, created, stored, rejected, missing: missingOf(ledger), implausible };
}
