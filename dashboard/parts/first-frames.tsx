import type { TelemetryReport } from '../../shared/telemetry/telemetry-report.ts';
import { formatCount, formatLatest, formatMs, formatName } from '../format.ts';
import { figures } from './definitions.ts';
import { ScrollArea } from './scroll-area.tsx';
import { Section } from './section.tsx';

const { label, definition } = figures.firstFrame;

/** Clicks and autoplay beside each other. */
export function FirstFrames({
  report: { firstFrames, countedFromMs },
}: {
  report: TelemetryReport;
}) {
  return (
    <Section title={label} note={formatLatest(countedFromMs.startedBy)}>
      {firstFrames.length === 0 ? (
        <p className="nothing">None.</p>
      ) : (
        <ScrollArea label="Time to first frame by starter">
          <table className="groups">
            <thead>
              <tr>
                <th scope="col">Started by</th>
                <th scope="col">Starts</th>
                <th scope="col">Median</th>
                <th scope="col">p75</th>
                <th scope="col">p95</th>
              </tr>
            </thead>
            <tbody>
              {firstFrames.map(({ startedBy, count, median, p75, p95 }) => (
                <tr key={startedBy}>
                  <th scope="row">{formatName('startedBy', startedBy)}</th>
                  <td>{formatCount(count)}</td>
                  <td>{formatMs(median)}</td>
                  <td>{formatMs(p75)}</td>
                  <td>{formatMs(p95)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
      <details className="definitions">
        <summary>How it is measured</summary>
        <p>{definition}</p>
      </details>
    </Section>
  );
}
