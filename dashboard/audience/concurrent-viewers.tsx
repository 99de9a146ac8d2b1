import { useMemo } from 'react';
import type { AudienceReport } from '../../shared/telemetry/audience-report.ts';
import type { Line } from '../charts/chart-options.ts';
import { TimeChart } from '../charts/time-chart.tsx';
import { formatDuration, formatMean, formatMoment } from '../format.ts';
import { Section } from '../parts/section.tsx';
import { useFilledSteps } from '../use-filled-steps.ts';

interface ConcurrentViewersProps {
  audience: AudienceReport;
  isFiltered: boolean;
  onSelect(fromMs: number, toMs: number): void;
}

/** How many watched at the same time. */
export function ConcurrentViewers({ audience, isFiltered, onSelect }: ConcurrentViewersProps) {
  const { steps, stepMs, peak } = audience.concurrent;
  const { filled, moments } = useFilledSteps(steps, stepMs, audience);
  const lines = useMemo<Line[]>(
    () => [
      {
        label: 'Viewers',
        colour: 'plays',
        form: 'area',
        values: filled.map(({ step }) => step?.viewers ?? 0),
      },
    ],
    [filled],
  );
  return (
    <Section
      title="Viewers at the same time"
      note={[
        peak && `Peak: ${formatMean(peak.viewers)} in the minute of ${formatMoment(peak.atMs)}.`,
        isFiltered && 'All videos, pages and browsers are counted, whatever the filters.',
        `Each step is the mean of ${formatDuration(stepMs)}. Drag across the chart to zoom in.`,
      ]
        .filter(Boolean)
        .join(' ')}
      className="wide"
    >
      <TimeChart
        title="Viewers"
        moments={moments}
        lines={lines}
        format={formatMean}
        onSelect={onSelect}
      />
    </Section>
  );
}
