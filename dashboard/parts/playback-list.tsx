import { type PlaybackOutcome, playbackOutcomes } from '../../shared/telemetry/playback-outcome.ts';
import type { ListedPlayback, TelemetryReport } from '../../shared/telemetry/telemetry-report.ts';
import { dimensionOf, filtersOf, fixedFilters, textsOf } from '../filters.ts';
import { formatDuration, formatMoment, formatMs, formatName } from '../format.ts';
import type { View } from '../view.ts';
import { listId, outcomeNames } from './list-outcomes.ts';
import { ScrollArea } from './scroll-area.tsx';
import { Section } from './section.tsx';
import { TraceLink } from './trace-link.tsx';

interface PlaybackListProps {
  report: TelemetryReport;
  view: View;
  onChange(changes: Partial<View>): void;
}

/** The newest playbacks; CSV and NDJSON have all. */
export function PlaybackList({ report, view, onChange }: PlaybackListProps) {
  const { latest, titles, countedFromMs } = report;
  const { names } = report.filter;
  const custom = filtersOf(names).slice(fixedFilters.length);
  const searched =
    countedFromMs.latest === null
      ? ''
      : `Only the latest are searched: those since ${formatMoment(countedFromMs.latest)}. `;
  return (
    <Section
      title="Latest playbacks"
      id={listId}
      note={`The newest of this view, by the arrival of their first event. ${searched}CSV and NDJSON have all of them. A trace has the whole session on one time line: open it in Perfetto, or in the Performance panel of DevTools.`}
      className="wide"
    >
      <label className="choice">
        <span>Outcome</span>
        <select
          value={view.outcome ?? ''}
          data-filtered={view.outcome !== null}
          onChange={({ target }) =>
            onChange({ outcome: (target.value || null) as PlaybackOutcome | null })
          }
        >
          <option value="">All</option>
          {playbackOutcomes.map((outcome) => (
            <option key={outcome} value={outcome}>
              {outcomeNames[outcome]}
            </option>
          ))}
        </select>
      </label>
      {latest.length === 0 ? (
        <p className="nothing">None.</p>
      ) : (
        <ScrollArea label="Playbacks, newest first">
          <table className="groups">
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Video</th>
                <th scope="col">Page</th>
                <th scope="col">Browser</th>
                <th scope="col">Device</th>
                <th scope="col">Country</th>
                <th scope="col">Version</th>
                <th scope="col">Engine</th>
                <th scope="col">Started by</th>
                {custom.map((filter) => (
                  <th key={filter} scope="col">
                    {textsOf(filter).column}
                  </th>
                ))}
                <th scope="col">Outcome</th>
                <th scope="col">Start</th>
                <th scope="col">Watched</th>
                <th scope="col">Waited</th>
                <th scope="col">Session</th>
              </tr>
            </thead>
            <tbody>
              {latest.map((playback) => (
                <tr key={playback.cpn}>
                  <th scope="row">
                    <time dateTime={new Date(playback.receivedMs).toISOString()}>
                      {formatMoment(playback.receivedMs)}
                    </time>
                  </th>
                  <td>{formatName('video', playback.videoId, titles)}</td>
                  {filtersOf(names).map((filter) => {
                    const dimension = filter === 'video' ? null : dimensionOf(filter, names);
                    return dimension === null ? null : (
                      <td key={filter}>{formatName(filter, playback[dimension])}</td>
                    );
                  })}
                  <td>{outcomeOf(playback)}</td>
                  <td>{formatMs(playback.startMs)}</td>
                  <td>{playback.watchedMs ? formatDuration(playback.watchedMs) : '–'}</td>
                  <td>{formatMs(playback.rebufferMs || null)}</td>
                  <td>
                    <TraceLink query={{ cpn: playback.cpn }} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
    </Section>
  );
}

function outcomeOf(playback: ListedPlayback): string {
  const { errorName } = playback;
  if (errorName !== null)
    return `${playback.isRefusal ? 'refused' : 'failed'}: ${errorName || 'unknown'}`;
  if (playback.hasPlayed) return 'played';
  if (playback.isAutoplayBlocked) return 'autoplay blocked';
  return playback.isExitBeforeStart ? 'left before start' : 'not started';
}
