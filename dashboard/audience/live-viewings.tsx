import { useMemo } from 'react';
import type { AudienceReport } from '../../shared/telemetry/audience-report.ts';
import type { Line } from '../charts/chart-options.ts';
import { TimeChart } from '../charts/time-chart.tsx';
import { formatCount, formatDuration } from '../format.ts';
import { Section } from '../parts/section.tsx';
import { useFilledSteps } from '../use-filled-steps.ts';

interface LiveViewingsProps {
  audience: AudienceReport;
  onSelect(fromMs: number, toMs: number): void;
}

/** When viewers came to live streams, and when they left. */
export function LiveViewings({ audience, onSelect }: LiveViewingsProps) {
  const { steps, stepMs, viewings } = audience.live;
  const { filled, moments } = useFilledSteps(steps, stepMs, audience);
  const lines = useMemo<Line[]>(
    () => [
      {
        label: 'Joined',
        colour: 'plays',
        form: 'bars',
        values: filled.map(({ step }) => step?.joined ?? 0),
      },
      {
        label: 'Left',
        colour: 'exits',
        form: 'line',
        values: filled.map(({ step }) => step?.left ?? 0),
      },
    ],
    [filled],
  );
  return (
    <Section
      title="Live streams"
      note={`${formatCount(viewings)} ${viewings === 1 ? 'viewing' : 'viewings'}. A viewer has left when the player has stopped reporting. One step is ${formatDuration(stepMs)}. Drag across the chart to zoom in.`}
      className="wide"
    >
      <TimeChart title="Joined and left" moments={moments} lines={lines} onSelect={onSelect} />
    </Section>
  );
}
