import type { ReactNode } from 'react';
import {
  type ComparedMeasure,
  type CostGroup,
  type CostReport,
  comparedMeasures,
} from '../../shared/telemetry/cost-report.ts';
import { formatCount, formatName } from '../format.ts';
import { ScrollArea } from '../parts/scroll-area.tsx';
import { Section } from '../parts/section.tsx';
import type { View } from '../view.ts';
import { formatMeasure } from './measures.ts';

interface CostGroupsProps {
  cost: Pick<CostReport, 'groups' | 'armNames'>;
  view: View;
  onChange(changes: Partial<View>): void;
}

/** Short, because the tables are narrow. */
const columns: Record<ComparedMeasure, string> = {
  largestPaintMs: 'LCP',
  interactionMs: 'INP',
  layoutShift: 'CLS',
  playToFirstFrameMs: 'First frame',
  blockingMs: 'Blocking',
  transferredBytes: 'Transferred',
};

/** Without the page, which the view can be filtered by. */
const comparisons = [
  { dimension: 'version', title: 'Versions', column: 'Version', note: 'Of the player.' },
  {
    dimension: 'runtime',
    title: 'Services run in',
    column: 'Place',
    note: 'A worker, unless the browser or the page refuses it.',
  },
  { dimension: 'engine', title: 'Engines', column: 'Engine', note: 'What plays the video.' },
  {
    dimension: 'device',
    title: 'Device classes',
    column: 'Class',
    note: 'By processors and memory, where the browser reveals them.',
  },
  {
    dimension: 'connection',
    title: 'Connections',
    column: 'Rating',
    note: 'As the browser rates them; only Chromium does.',
  },
  {
    dimension: 'cache',
    title: 'Browser’s cache',
    column: 'Cache',
    note: 'Warm: it had some of the scripts of the page.',
  },
  {
    dimension: 'experiment',
    title: 'Experiments',
    column: 'Arm',
    note: 'Experiments of the server by name, others by their number in the page config. An embed in several counts in each.',
  },
] as const;

export function CostGroups({ cost: { groups, armNames }, view, onChange }: CostGroupsProps) {
  return (
    <>
      <Section
        title="Worst pages"
        note="By origin, if the page’s referrer policy sends it. These and the following figures are p75. Groups with the most blocking time come first; those with too few measured embeds to compare come last."
        className="wide"
      >
        <GroupTable
          title="Page"
          groups={groups.host}
          chosen={view.host}
          show={(name) => (
            <button
              type="button"
              className="link"
              aria-pressed={name === view.host}
              title={name}
              onClick={() => onChange({ host: name === view.host ? null : name })}
            >
              {formatName('host', name)}
            </button>
          )}
        />
      </Section>
      {comparisons.map(({ dimension, title, column, note }) => (
        <Section key={dimension} title={title} note={note}>
          <GroupTable
            title={column}
            groups={groups[dimension]}
            show={(name) =>
              dimension === 'experiment' ? armName(name, armNames) : name || 'unknown'
            }
          />
        </Section>
      ))}
    </>
  );
}

/** @param number '' for embeds in no experiment */
const armName = (number: string, names: CostReport['armNames']) =>
  number === '' ? 'none' : (names[number] ?? number);

interface GroupTableProps {
  title: string;
  groups: readonly CostGroup[];
  /** Name of the group that the view is filtered by. */
  chosen?: string | null;
  show(name: string): ReactNode;
}

function GroupTable({ title, groups, chosen = null, show }: GroupTableProps) {
  if (groups.length === 0) return <p className="nothing">None.</p>;
  return (
    <ScrollArea label={`${title} by cost`}>
      <table className="cost-table">
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">Measured</th>
            {comparedMeasures.map((measure) => (
              <th key={measure} scope="col">
                {columns[measure]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ name, reports, p75 }) => (
            <tr key={name} data-chosen={name === chosen}>
              <th scope="row">{show(name)}</th>
              <td>{formatCount(reports)}</td>
              {comparedMeasures.map((measure) => (
                <td key={measure}>{formatMeasure(measure, p75[measure])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
