import { useMemo } from 'react';
import type { TelemetryReport } from '../../shared/telemetry/telemetry-report.ts';
import type { Line } from '../charts/chart-options.ts';
import { TimeChart } from '../charts/time-chart.tsx';
import { formatDuration, formatMs } from '../format.ts';
import { useFilledSteps } from '../use-filled-steps.ts';
import type { View } from '../view.ts';
import { Section } from './section.tsx';

interface PlaybackChartsProps {
  report: TelemetryReport;
  onSelect(changes: Partial<View>): void;
}

export function PlaybackCharts({ report, onSelect }: PlaybackChartsProps) {
  const { steps, stepMs, filter } = report;
  const { filled, moments } = useFilledSteps(steps, stepMs, filter);
  const counts = useMemo<Line[]>(
    () => [
      {
        label: 'Plays',
        colour: 'plays',
        form: 'bars',
        values: filled.map(({ step }) => step?.played ?? 0),
      },
      {
        label: 'Failures',
        colour: 'failures',
        form: 'line',
        values: filled.map(({ step }) => step?.failures ?? 0),
      },
      {
        label: 'Exits before start',
        colour: 'exits',
        form: 'line',
        values: filled.map(({ step }) => step?.exitsBeforeStart ?? 0),
      },
    ],
    [filled],
  );
  const starts = useMemo<Line[]>(
    () => [
      {
        label: 'Median start time',
        colour: 'starts',
        form: 'line',
        values: filled.map(({ step }) => step?.medianStartMs ?? null),
      },
    ],
    [filled],
  );
  const select = (fromMs: number, toMs: number) => onSelect({ range: 'custom', fromMs, toMs });
  return (
    <Section
      title="Over time"
      note={`One step is ${formatDuration(stepMs)}. Drag across a chart to zoom in.`}
      className="wide pair"
    >
      <TimeChart title="Playbacks" moments={moments} lines={counts} onSelect={select} />
      <TimeChart
        title="Start time"
        moments={moments}
        lines={starts}
        format={formatMs}
        onSelect={select}
      />
    </Section>
  );
}
