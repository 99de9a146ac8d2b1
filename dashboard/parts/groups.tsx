import type { TelemetryReport } from '../../shared/telemetry/telemetry-report.ts';
import { type FilterName, filtersOf, listOf, noteOf, textsOf } from '../filters.ts';
import { formatArrived, formatCount, formatLatest, formatName, formatShare } from '../format.ts';
import type { View } from '../view.ts';
import { Metered } from './distributions.tsx';
import { ScrollArea } from './scroll-area.tsx';
import { Section } from './section.tsx';

interface GroupsProps {
  report: TelemetryReport;
  view: View;
  onChange(changes: Partial<View>): void;
}

/** Maximum number of rows; the filter's list has the rest. */
const shownCount = 10;

export function Groups({ report, view, onChange }: GroupsProps) {
  return (
    <>
      {filtersOf(report.filter.names).map((filter) => {
        const list = listOf(filter, report.filter.names);
        if (list === null) return null;
        const notes = [noteOf(filter, report[list]), formatLatest(report.countedFromMs[list])];
        return (
          <Section
            key={filter}
            title={textsOf(filter).title}
            note={notes.filter((note) => note !== '').join(' ')}
          >
            <GroupTable
              filter={filter}
              title={textsOf(filter).column}
              groups={report[list]}
              titles={report.titles}
              view={view}
              onChange={onChange}
            />
          </Section>
        );
      })}
      <Section title="Playback failures">
        <Causes label="Failures by cause" causes={report.failures} />
      </Section>
      <Section
        title="Refusals"
        note="Rules at work: private or expired videos, pages that may not embed."
      >
        <Causes label="Refusals by cause" causes={report.refusals} />
      </Section>
    </>
  );
}

interface GroupTableProps {
  filter: FilterName;
  title: string;
  groups: TelemetryReport['videos'];
  titles: TelemetryReport['titles'];
  view: View;
  onChange(changes: Partial<View>): void;
}

function GroupTable({ filter, title, groups, titles, view, onChange }: GroupTableProps) {
  if (groups.length === 0) return <p className="nothing">None.</p>;
  const highest = Math.max(1, ...groups.map(({ playbacks }) => playbacks));
  return (
    <ScrollArea label={`${title} by playbacks`}>
      <table className="groups">
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">Playbacks</th>
            <th scope="col">Early exits</th>
            <th scope="col">Failed</th>
            <th scope="col">Refused</th>
            <th scope="col">Rebuffered</th>
            <th scope="col" title="Events of its page loads that have arrived">
              Arrived
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.slice(0, shownCount).map((group) => {
            const isChosen = view[filter] === group.name;
            return (
              <tr key={group.name} data-chosen={isChosen}>
                <th scope="row">
                  <button
                    type="button"
                    className="link"
                    aria-pressed={isChosen}
                    title={group.name}
                    onClick={() => onChange({ [filter]: isChosen ? null : group.name })}
                  >
                    {formatName(filter, group.name, titles)}
                  </button>
                </th>
                <td>
                  <Metered share={group.playbacks / highest} count={group.playbacks} />
                </td>
                <td>{formatShare(group.exitsBeforeStart, group.playbacks)}</td>
                <td>{formatShare(group.failures, group.playbacks)}</td>
                <td>{formatShare(group.refusals, group.playbacks)}</td>
                <td>{formatShare(group.rebuffered, group.played)}</td>
                <td>{formatArrived(group.stored, group.created)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function Causes({ label, causes }: { label: string; causes: TelemetryReport['failures'] }) {
  if (causes.length === 0) return <p className="nothing">None.</p>;
  return (
    <ScrollArea label={label}>
      <table className="groups">
        <thead>
          <tr>
            <th scope="col">Cause</th>
            <th scope="col">Before start</th>
            <th scope="col">During playback</th>
          </tr>
        </thead>
        <tbody>
          {causes.slice(0, shownCount).map(({ name, beforeStart, midStream }) => (
            <tr key={name}>
              <th scope="row">{name === '' ? 'unknown' : name}</th>
              <td>{formatCount(beforeStart)}</td>
              <td>{formatCount(midStream)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
