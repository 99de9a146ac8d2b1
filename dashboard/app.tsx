import { useCallback, useState, useSyncExternalStore } from 'react';
import { AudiencePage } from './audience/audience-page.tsx';
import { CostPage } from './cost/cost-page.tsx';
import { ExperimentsPage } from './experiments/experiments-page.tsx';
import { formatMoment } from './format.ts';
import { CompletenessLine } from './parts/completeness-line.tsx';
import { Filters } from './parts/filters.tsx';
import { PageLinks } from './parts/page-links.tsx';
import { PlaybacksPage } from './parts/playbacks-page.tsx';
import type { ReportFeed } from './report-feed.ts';
import { ShareButton } from './share/share-button.tsx';
import { useView } from './use-view.ts';
import { listQuery, type View } from './view.ts';
import { WebhooksPage } from './webhooks/webhooks-page.tsx';

export function App({ feed }: { feed: ReportFeed }) {
  const state = useSyncExternalStore(feed.subscribe, feed.get);
  const [isLive, setLive] = useState(true);
  const onChange = useCallback((view: View) => feed.show(view), [feed]);
  const [view, change] = useView(onChange);
  const { report, reportBefore, audience, audienceBefore, cost, experiments, status } = state;
  const { page } = view;
  const figures = { playbacks: report, audience, cost, experiments, webhooks: report }[page];
  const madeMs = figures?.madeMs ?? null;
  const hasFilters = page !== 'experiments' && page !== 'webhooks';
  const query = listQuery(view, report?.madeMs ?? Date.now());
  return (
    <>
      <header className="top">
        <h1>Telemetry</h1>
        <p className="status" role="status" data-status={status}>
          {status === 'loading' && madeMs === null && 'Loading …'}
          {status === 'loading' && madeMs !== null && 'Updating …'}
          {status === 'ready' && madeMs !== null && `As of ${formatMoment(madeMs)}`}
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
          {page === 'playbacks' && <PlaybackDownloads query={query} />}
          {report?.hasToken && !report.isReader && page !== 'webhooks' && (
            <ShareButton view={view} />
          )}
          {report?.hasToken && (
            <form method="post" action="session/end">
              <button type="submit">Sign out</button>
            </form>
          )}
        </div>
      </header>
      <PageLinks view={view} isReader={report?.isReader === true} onChange={change} />
      {hasFilters && <Filters view={view} report={report} onChange={change} />}
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
      {madeMs !== null && (
        <main data-status={status}>
          {hasFilters && report !== null && <CompletenessLine report={report} view={view} />}
          {page === 'playbacks' && report !== null && (
            <PlaybacksPage report={report} before={reportBefore} view={view} onChange={change} />
          )}
          {page === 'audience' && audience !== null && (
            <AudiencePage
              audience={audience}
              before={audienceBefore}
              view={view}
              onChange={change}
            />
          )}
          {page === 'cost' && cost !== null && (
            <CostPage cost={cost} view={view} onChange={change} />
          )}
          {page === 'experiments' && experiments !== null && (
            <ExperimentsPage report={experiments} view={view} onChange={change} />
          )}
          {page === 'webhooks' && <WebhooksPage isLive={isLive} />}
        </main>
      )}
    </>
  );
}

/** All playbacks of the view. */
function PlaybackDownloads({ query }: { query: string }) {
  return (
    <>
      <a className="button" href={`playbacks.csv?${query}`} download="playbacks.csv">
        CSV
      </a>
      <a className="button" href={`playbacks.ndjson?${query}`} download="playbacks.ndjson">
        NDJSON
      </a>
    </>
  );
}
