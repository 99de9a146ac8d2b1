import { useCallback, useState, useSyncExternalStore } from 'react';
import { formatLatest, formatMoment } from './format.ts';
import { Accounting } from './parts/accounting.tsx';
import { Distributions } from './parts/distributions.tsx';
import { Errors } from './parts/errors.tsx';
import { Filters } from './parts/filters.tsx';
import { Groups } from './parts/groups.tsx';
import { IntakeChart } from './parts/intake-chart.tsx';
import { PlaybackCharts } from './parts/playback-charts.tsx';
import { PlaybackList } from './parts/playback-list.tsx';
import { Tiles } from './parts/tiles.tsx';
import type { ReportFeed } from './report-feed.ts';
import { useView } from './use-view.ts';
import { reportQuery, type View } from './view.ts';

export function App({ feed }: { feed: ReportFeed }) {
  const state = useSyncExternalStore(feed.subscribe, feed.get);
  const [isLive, setLive] = useState(true);
  const onChange = useCallback((view: View) => feed.show(view), [feed]);
  const [view, change] = useView(onChange);
  const { report, status } = state;
  const query = reportQuery(view, report?.madeMs ?? Date.now());
  return (
    <>
      <header className="top">
        <h1>Telemetry</h1>
        <p className="status" role="status" data-status={status}>
          {status === 'loading' && report === null && 'Loading …'}
          {status === 'loading' && report !== null && 'Updating …'}
          {status === 'ready' && report !== null && `As of ${formatMoment(report.madeMs)}`}
        </p>
        <div className="top-actions">
          <label className="switch">
            <input
              type="checkbox"
              checked={isLive}
              onChange={(event) => {
                setLive(event.target.checked);
                feed.setLive(event.target.checked);
              }}
            />
            Live
          </label>
          <a className="button" href={`playbacks.csv?${query}`} download="playbacks.csv">
            CSV
          </a>
          <a className="button" href={`playbacks.ndjson?${query}`} download="playbacks.ndjson">
            NDJSON
          </a>
          {report?.hasToken && (
            <form method="post" action="session/end">
              <button type="submit">Sign out</button>
            </form>
          )}
        </div>
      </header>
      <Filters view={view} report={report} onChange={change} />
      {status === 'signed_out' && (
        <p className="notice" role="alert">
          You are signed out. <a href={location.pathname}>Sign in again</a>
        </p>
      )}
      {status === 'failed' && (
        <p className="notice" role="alert">
          {state.problem}{' '}
          <button type="button" onClick={feed.refresh}>
            Try again
          </button>
        </p>
      )}
      {report !== null && (
        <main data-status={status}>
          {report.totals.playbacks === 0 && (
            <Empty report={report} onShowAll={() => change(everything)} />
          )}
          {report.countedFromMs.figures !== null && (
            <p className="notice">{formatLatest(report.countedFromMs.figures)}</p>
          )}
          <Tiles report={report} />
          <PlaybackCharts report={report} onSelect={change} />
          <Distributions report={report} />
          <Groups report={report} view={view} onChange={change} />
          <PlaybackList report={report} />
          <Errors report={report} />
          <Accounting report={report} />
          <IntakeChart report={report} />
        </main>
      )}
    </>
  );
}

const everything: Partial<View> = { range: 'all', video: null, host: null, browser: null };

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
