import type { ReactNode } from 'react';
import type { AudienceGroup, AudienceReport } from '../../shared/telemetry/audience-report.ts';
import { languageName } from '../display-names.ts';
import { dimensionOf, type LoadFilter, loadFiltersOf, noteOf, textsOf } from '../filters.ts';
import { formatCount, formatDuration, formatName, formatPercent } from '../format.ts';
import { Metered } from '../parts/distributions.tsx';
import { ScrollArea } from '../parts/scroll-area.tsx';
import { Section } from '../parts/section.tsx';
import type { View } from '../view.ts';
import { figures } from './definitions.ts';

interface AudienceGroupsProps {
  audience: AudienceReport;
  view: View;
  onChange(changes: Partial<View>): void;
}

/** Viewings by each filter, and by language. */
export function AudienceGroups({ audience, view, onChange }: AudienceGroupsProps) {
  const { groups: all, names, titles } = audience;
  const groupsOf = (filter: LoadFilter) => {
    const dimension = filter === 'video' ? filter : dimensionOf(filter, names);
    return dimension === null ? [] : all[dimension];
  };
  const show = (filter: LoadFilter) => (name: string) => {
    const label = formatName(filter, name, titles);
    return (
      <button
        type="button"
        className="link"
        aria-pressed={name === view[filter]}
        title={label}
        onClick={() => onChange({ [filter]: name === view[filter] ? null : name })}
      >
        {label}
      </button>
    );
  };
  return (
    <>
      {loadFiltersOf(names).map((filter) => (
        <Section
          key={filter}
          title={textsOf(filter).title}
          note={noteOf(filter, groupsOf(filter))}
          className="audience-group"
        >
          <GroupTable
            column={textsOf(filter).column}
            groups={groupsOf(filter)}
            chosen={view[filter] ?? null}
            show={show(filter)}
          />
        </Section>
      ))}
      <Section
        title="Languages"
        note="The language of the player, which the page or the viewer has chosen."
        className="audience-group"
      >
        <GroupTable column="Language" groups={all.language} chosen={null} show={languageName} />
      </Section>
    </>
  );
}

interface GroupTableProps {
  column: string;
  groups: readonly AudienceGroup[];
  /** Name of the group that the view is filtered by. */
  chosen: string | null;
  show(name: string): ReactNode;
}

function GroupTable({ column, groups, chosen, show }: GroupTableProps) {
  if (groups.length === 0) return <p className="nothing">None.</p>;
  const highest = Math.max(1, ...groups.map(({ viewings }) => viewings));
  return (
    <ScrollArea label={`${column} by viewings`}>
      <table className="groups">
        <thead>
          <tr>
            <th scope="col">{column}</th>
            {Object.values(figures).map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ name, viewings, viewers, watchedMs, seenPercent, finished }) => (
            <tr key={name} data-chosen={name === chosen}>
              <th scope="row">{show(name)}</th>
              <td>
                <Metered share={viewings / highest} count={viewings} />
              </td>
              <td>{formatCount(viewers)}</td>
              <td>{formatDuration(watchedMs)}</td>
              <td>{formatPercent(seenPercent)}</td>
              <td>{seenPercent === null ? '–' : formatCount(finished)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
