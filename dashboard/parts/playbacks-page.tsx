import type { PlaybackOutcome } from '../../shared/telemetry/playback-outcome.ts';
import type { TelemetryReport } from '../../shared/telemetry/telemetry-report.ts';
import { ComparedNote } from '../compare/compared-note.tsx';
import { formatLatest } from '../format.ts';
import { everything, type View } from '../view.ts';
import { Accounting } from './accounting.tsx';
import { Completeness } from './completeness.tsx';
import { Distributions } from './distributions.tsx';
import { Errors } from './errors.tsx';
import { FirstFrames } from './first-frames.tsx';
import { Groups } from './groups.tsx';
import { IntakeChart } from './intake-chart.tsx';
import { listId } from './list-outcomes.ts';
import { PlaybackCharts } from './playback-charts.tsx';
import { PlaybackList } from './playback-list.tsx';
import { Tiles } from './tiles.tsx';

interface PlaybacksPageProps {
  report: TelemetryReport;
  /** The same figures of the time compared with; `null` without one. */
  before: TelemetryReport | null;
  view: View;
  onChange(changes: Partial<View>): void;
}

export function PlaybacksPage({ report, before, view, onChange }: PlaybacksPageProps) {
  const list = (outcome: PlaybackOutcome) => {
    onChange({ outcome });
    document.getElementById(listId)?.scrollIntoView();
  };
  const compared = before !== null && before.totals.playbacks > 0 ? before : null;
  return (
    <>
      {report.totals.playbacks === 0 && (
        <Empty report={report} onShowAll={() => onChange(everything(view))} />
      )}
      {report.countedFromMs.figures !== null && (
        <p className="notice">{formatLatest(report.countedFromMs.figures)}</p>
      )}
      <Tiles report={report} before={compared} onList={list} />
      {before !== null && report.totals.playbacks > 0 && (
        <ComparedNote
          period={before.filter}
          things="playbacks"
          count={report.totals.playbacks}
          countBefore={before.totals.playbacks}
          countedFromMs={before.countedFromMs.figures}
          completeness={before.completeness}
        />
      )}
      <PlaybackCharts report={report} before={compared} onSelect={onChange} />
      <Distributions report={report} />
      <FirstFrames report={report} />
      <Groups report={report} view={view} onChange={onChange} />
      <PlaybackList report={report} view={view} onChange={onChange} />
      <Errors report={report} />
      <Completeness report={report} onSelect={onChange} />
      <Accounting report={report} />
      <IntakeChart report={report} />
    </>
  );
}

function Empty({
  report,
  onShowAll,
}: {
  report: { accounting: { stored: number } };
  onShowAll(): void;
}) {
  return report.accounting.stored === 0 ? (
    <p className="notice">
      No events yet. Play an embedded video of this server; the playback appears here within
      seconds.
    </p>
  ) : (
    <p className="notice">
      No playbacks match this time range and these filters.{' '}
      <button type="button" onClick={onShowAll}>
        Show all
      </button>
    </p>
  );
}
