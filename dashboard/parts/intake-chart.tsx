import { useMemo } from 'react';
import type { TelemetryReport } from '../../shared/telemetry/telemetry-report.ts';
import type { Line } from '../charts/chart-options.ts';
import { TimeChart } from '../charts/time-chart.tsx';
import { formatBytes, formatCount } from '../format.ts';
import { useFilledSteps } from '../use-filled-steps.ts';
import { Section } from './section.tsx';

/** Received events of all videos and pages. */
export function IntakeChart({ report }: { report: TelemetryReport }) {
  const { intake, stepMs, filter } = report;
  const { filled, moments } = useFilledSteps(intake, stepMs, filter);
  const lines = useMemo<Line[]>(
    () => [
      {
        label: 'Events',
        colour: 'plays',
        form: 'bars',
        values: filled.map(({ step }) => step?.events ?? 0),
      },
      {
        label: 'Duplicates',
        colour: 'exits',
        form: 'line',
        values: filled.map(({ step }) => step?.duplicates ?? 0),
      },
      {
        label: 'Rejected',
        colour: 'failures',
        form: 'line',
        values: filled.map(({ step }) => step?.rejected ?? 0),
      },
    ],
    [filled],
  );
  const sum = (name: 'events' | 'batches' | 'bytes' | 'malformedSummaries') =>
    intake.reduce((total, step) => total + step[name], 0);
  const malformed = sum('malformedSummaries');
  return (
    <Section
      title="Received events"
      note={`${formatCount(sum('events'))} events in ${formatCount(sum('batches'))} batches, ${formatBytes(sum('bytes'))} in this time range, for all videos and pages.${malformed === 0 ? '' : ` ${formatCount(malformed)} playback summaries were malformed.`}`}
      className="wide"
    >
      <TimeChart title="Events" moments={moments} lines={lines} />
    </Section>
  );
}
