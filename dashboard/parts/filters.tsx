import { useId } from 'react';
import type { TelemetryReport } from '../../shared/telemetry/telemetry-report.ts';
import { type FilterName, filtersOf, listOf, loadFiltersOf, textsOf } from '../filters.ts';
import { formatCount, formatName } from '../format.ts';
import { type ComparisonName, comparisons, type RangeName, ranges, type View } from '../view.ts';
import { ExperimentChoice } from './experiment-choice.tsx';

interface FiltersProps {
  view: View;
  report: TelemetryReport | null;
  onChange(changes: Partial<View>): void;
}

const rangeLabels: Record<RangeName, string> = {
  '1h': '1 h',
  '24h': '24 h',
  '7d': '7 d',
  '30d': '30 d',
  all: 'All',
};

const any = '*';

export function Filters({ view, report, onChange }: FiltersProps) {
  const filters = view.page === 'playbacks' ? filtersOf : loadFiltersOf;
  return (
    <form className="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <fieldset className="segments">
        <legend>Time</legend>
        {(Object.keys(ranges) as RangeName[]).map((range) => (
          <label key={range}>
            <input
              type="radio"
              name="range"
              checked={view.range === range}
              onChange={() => onChange({ range })}
            />
            <span>{rangeLabels[range]}</span>
          </label>
        ))}
      </fieldset>
      <OwnRange view={view} report={report} onChange={onChange} />
      <div className="choices">
        {filters(report?.filter.names).map((name) => (
          <Choice
            key={name}
            name={name}
            view={view}
            groups={groupsOf(report, name)}
            titles={report?.titles}
            onChange={onChange}
          />
        ))}
        {view.page === 'playbacks' && (
          <ExperimentChoice
            view={view}
            experiments={report?.experiments ?? []}
            onChange={onChange}
          />
        )}
        {view.page !== 'cost' && view.range !== 'all' && (
          <CompareWith compare={view.compare} onChange={onChange} />
        )}
      </div>
    </form>
  );
}

function CompareWith({
  compare,
  onChange,
}: Pick<View, 'compare'> & Pick<FiltersProps, 'onChange'>) {
  return (
    <label className="choice">
      <span>Compare with</span>
      <select
        value={compare}
        onChange={({ target }) => onChange({ compare: target.value as ComparisonName })}
      >
        {Object.entries(comparisons).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

function groupsOf(report: TelemetryReport | null, name: FilterName) {
  const list = listOf(name, report?.filter.names);
  return (list === null ? null : report?.[list]) ?? [];
}

interface ChoiceProps {
  name: FilterName;
  view: View;
  groups: TelemetryReport['videos'];
  titles?: TelemetryReport['titles'] | undefined;
  onChange(changes: Partial<View>): void;
}

function Choice({ name, view, groups, titles = {}, onChange }: ChoiceProps) {
  const id = useId();
  const chosen = view[name] ?? null;
  const isListed = chosen === null || groups.some((group) => group.name === chosen);
  return (
    <div className="choice">
      <label htmlFor={id}>{textsOf(name).label}</label>
      <select
        id={id}
        value={chosen === null ? any : `=${chosen}`}
        data-filtered={chosen !== null}
        onChange={({ target }) =>
          onChange({ [name]: target.value === any ? null : target.value.slice(1) })
        }
      >
        <option value={any}>All</option>
        {!isListed && <option value={`=${chosen}`}>{formatName(name, chosen, titles)} (0)</option>}
        {groups.map((group) => (
          <option key={group.name} value={`=${group.name}`}>
            {formatName(name, group.name, titles)} ({formatCount(group.playbacks)})
          </option>
        ))}
      </select>
    </div>
  );
}

function OwnRange({ view, report, onChange }: FiltersProps) {
  const fromMs = view.range === 'custom' ? view.fromMs : (report?.filter.fromMs ?? 0);
  const toMs = view.range === 'custom' ? view.toMs : (report?.filter.toMs ?? 0);
  const take = (changes: { fromMs?: number; toMs?: number }) => {
    const next = { fromMs, toMs, ...changes };
    if (next.fromMs < next.toMs) onChange({ range: 'custom', ...next });
  };
  return (
    <div className="own-range">
      <label className="choice">
        <span>From</span>
        <input
          type="datetime-local"
          value={toInput(fromMs)}
          onChange={({ target }) =>
            Number.isFinite(fromInput(target.value)) && take({ fromMs: fromInput(target.value) })
          }
        />
      </label>
      <label className="choice">
        <span>To</span>
        <input
          type="datetime-local"
          value={toInput(toMs)}
          onChange={({ target }) =>
            Number.isFinite(fromInput(target.value)) && take({ toMs: fromInput(target.value) })
          }
        />
      </label>
    </div>
  );
}

const minuteMs = 60_000;

/** The input field has no time zone, so convert to the operator's. */
function toInput(ms: number): string {
  if (ms < minuteMs * 60 * 24) return '';
  const offsetMs = new Date(ms).getTimezoneOffset() * minuteMs;
  return new Date(ms - offsetMs).toISOString().slice(0, 16);
}

function fromInput(text: string): number {
  return text === '' ? Number.NaN : new Date(text).getTime();
}
