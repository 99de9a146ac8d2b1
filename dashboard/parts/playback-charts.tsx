import { useMemo } from 'react';
import type { TelemetryReport } from '../../shared/telemetry/telemetry-report.ts';
import type { Line } from '../charts/chart-options.ts';
import { TimeChart } from '../charts/time-chart.tsx';
import { earlierValues } from '../compare/earlier-values.ts';
import { formatDuration, formatMs } from '../format.ts';
import { useFilledSteps } from '../use-filled-steps.ts';
import type { View } from '../view.ts';
import { Section } from './section.tsx';

interface PlaybackChartsProps {
  report: TelemetryReport;
  /** `null` without anything to compare with. */
  before: TelemetryReport | null;
  onSelect(changes: Partial<View>): void;
}

export function PlaybackCharts({ report, before, onSelect }: PlaybackChartsProps) {
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
      ...earlierLine('Plays before', report, before, moments, (step) => step?.played ?? 0),
    ],
    [filled, report, before, moments],
  );
  const starts = useMemo<Line[]>(
    () => [
      {
        label: 'Median start time',
        colour: 'starts',
        form: 'line',
        values: filled.map(({ step }) => step?.medianStartMs ?? null),
      },
      ...earlierLine(
        'Median before',
        report,
        before,
        moments,
        (step) => step?.medianStartMs ?? null,
      ),
    ],
    [filled, report, before, moments],
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

type Step = TelemetryReport['steps'][number];

/** @returns no line without anything to compare with */
function earlierLine(
  label: string,
  report: TelemetryReport,
  before: TelemetryReport | null,
  moments: readonly number[],
  read: (step: Step | null) => number | null,
): Line[] {
  if (before === null) return [];
  const { stepMs, steps } = before;
  const backMs = report.filter.toMs - before.filter.toMs;
  const values = earlierValues(moments, { backMs, stepMs, steps }, read);
  return [{ label, colour: 'muted', form: 'line', isDashed: true, values }];
}
