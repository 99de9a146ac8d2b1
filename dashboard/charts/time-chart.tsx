import { useMemo } from 'react';
import { formatMoment, formatShort } from '../format.ts';
import { Chart } from './chart.tsx';
import type { Axis, Line } from './chart-options.ts';

interface TimeChartProps {
  title: string;
  /** Unix milliseconds. */
  moments: readonly number[];
  lines: readonly Line[];
  format?: (value: number) => string;
  /** Called when the user drags a box over a time range. */
  onSelect?: (fromMs: number, toMs: number) => void;
}

/** A chart over time. Its table leaves out moments at which nothing happened. */
export function TimeChart({
  title,
  moments,
  lines,
  format = formatShort,
  onSelect,
}: TimeChartProps) {
  const seconds = useMemo(() => moments.map((ms) => ms / 1_000), [moments]);
  const rows = moments
    .map((atMs, index) => ({
      at: atMs,
      name: formatMoment(atMs),
      values: lines.map(({ values }) => values[index] ?? null),
    }))
    .filter(({ values }) => values.some((value) => value !== null && value !== 0));
  return (
    <Chart
      title={title}
      lines={lines}
      positions={seconds}
      axis={timeAxis}
      format={format}
      column="From"
      rows={rows}
      onSelect={
        onSelect && ((from, to) => onSelect(Math.round(from * 1_000), Math.round(to * 1_000)))
      }
    />
  );
}

const daySec = 86_400;
/** Drawn around a single moment. */
const loneStepSec = 3_600;
const dayLabel = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const timeLabel = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

const timeAxis: Axis = {
  // Half a step at both ends, so that the first and the last bar are drawn whole.
  range: (seconds) => {
    const [first = 0, second = first + loneStepSec] = seconds;
    const halfStepSec = (second - first) / 2;
    return [first - halfStepSec, (seconds.at(-1) ?? first) + halfStepSec];
  },
  labels: timeLabels,
};

/** Times of the day; the date is below the first label of each day. */
function timeLabels(ticks: readonly number[], stepSec: number): string[] {
  let last = '';
  return ticks.map((tick) => {
    const moment = new Date(tick * 1_000);
    const day = dayLabel.format(moment);
    if (stepSec >= daySec) return day;
    const isNewDay = day !== last;
    last = day;
    return isNewDay ? `${timeLabel.format(moment)}\n${day}` : timeLabel.format(moment);
  });
}
