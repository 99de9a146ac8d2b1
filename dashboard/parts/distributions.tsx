import type { TelemetryReport } from '../../shared/telemetry/telemetry-report.ts';
import { formatCount, formatMs, formatPercent, formatShare } from '../format.ts';
import { Section } from './section.tsx';

type Spread = TelemetryReport['startMs'];

export function Distributions({
  report: { startMs, rebufferPercent },
}: {
  report: TelemetryReport;
}) {
  return (
    <>
      <Section
        title="Start time"
        note={`Starts: ${formatCount(startMs.count)}; median ${formatMs(startMs.median)}, p95 ${formatMs(startMs.p95)}.`}
      >
        <Bars spread={startMs} unit="Start time" colour="starts" nameOf={startName} />
      </Section>
      <Section
        title="Rebuffering"
        note={`Share of the play time spent waiting for data; median ${formatPercent(rebufferPercent.median)}, p95 ${formatPercent(rebufferPercent.p95)}.`}
      >
        <Bars spread={rebufferPercent} unit="Rebuffering" colour="exits" nameOf={rebufferName} />
      </Section>
    </>
  );
}

function startName(below: number | null, from: number | null): string {
  if (below === null) return `${formatMs(from)} or more`;
  return from === null ? `under ${formatMs(below)}` : `${formatMs(from)} – ${formatMs(below)}`;
}

function rebufferName(below: number | null, from: number | null): string {
  if (from === null) return 'none';
  if (below === null) return `${from} % or more`;
  return `${from < 0.01 ? 'up to' : `${from} –`} ${below} %`;
}

interface BarsProps {
  spread: Spread;
  unit: string;
  colour: string;
  nameOf(below: number | null, from: number | null): string;
}

/** A table with a bar beside each number. */
function Bars({ spread: { bars, count }, unit, colour, nameOf }: BarsProps) {
  const highest = Math.max(1, ...bars.map((bar) => bar.count));
  return (
    <table className="bars" data-colour={colour}>
      <thead>
        <tr>
          <th scope="col">{unit}</th>
          <th scope="col">Playbacks</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar, index) => (
          <tr key={bar.below}>
            <th scope="row">{nameOf(bar.below, bars[index - 1]?.below ?? null)}</th>
            <td>
              <Metered share={bar.count / highest} count={bar.count} />
            </td>
            <td>{formatShare(bar.count, count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A number with a bar that compares it with the highest. */
export function Metered({ share, count }: { share: number; count: number }) {
  return (
    <span className="metered">
      <svg className="meter" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect className="meter-all" width="100" height="8" />
        <rect width={share * 100} height="8" />
      </svg>
      <span className="metered-number">{formatCount(count)}</span>
    </span>
  );
}
