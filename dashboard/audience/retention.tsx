import { useMemo } from 'react';
import type { AudienceReport } from '../../shared/telemetry/audience-report.ts';
import { formatPart } from '../charts/format-part.ts';
import { PartChart } from '../charts/part-chart.tsx';
import { formatCount, formatShare } from '../format.ts';
import { Section } from '../parts/section.tsx';
import { partFigures } from './definitions.ts';
import { retentionLines } from './retention-lines.ts';

interface RetentionProps {
  retention: AudienceReport['retention'];
  /** Whether all viewings are of one video, so that its parts have times. */
  isOneVideo: boolean;
}

/** The part of the video that viewers leave at, and that they repeat. */
export function Retention({ retention, isOneVideo }: RetentionProps) {
  const lines = useMemo(() => retentionLines(retention), [retention]);
  const durationSec = isOneVideo ? retention.durationSec : null;
  if (retention.viewings === 0)
    return (
      <Section title="Parts of the video" className="wide">
        <p className="nothing">None. Live streams have no end, and so no parts.</p>
      </Section>
    );
  return (
    <Section
      title="Parts of the video"
      note={`In percent of ${formatCount(retention.viewings)} ${retention.viewings === 1 ? 'viewing' : 'viewings'}, without live streams.${isOneVideo ? '' : ' Choose a video to see times too.'}`}
      className="wide retention"
    >
      <PartChart
        title="Retention"
        lines={lines}
        partsCount={retention.seen.length}
        durationSec={durationSec}
      />
      <table>
        <thead>
          <tr>
            <th scope="col">{partFigures.reached.label}</th>
            <th scope="col">Viewings</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {retention.reached.map(({ percent, viewings }) => (
            <tr key={percent}>
              <th scope="row">{formatPart(percent, durationSec)}</th>
              <td>{formatCount(viewings)}</td>
              <td>{formatShare(viewings, retention.viewings)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <details className="definitions">
        <summary>How parts are counted</summary>
        <dl>
          {Object.values(partFigures).map(({ label, definition }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{definition}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Section>
  );
}
