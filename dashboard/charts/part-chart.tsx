import { useMemo } from 'react';
import { formatPercent } from '../format.ts';
import { Chart } from './chart.tsx';
import type { Line } from './chart-options.ts';
import { formatPart, partLines } from './format-part.ts';

interface PartChartProps {
  title: string;
  /** Each has percentages, one for each of the equal parts of the video. */
  lines: readonly Line[];
  partsCount: number;
  /** Length of the video, to name times too; `null` if it is unknown. */
  durationSec: number | null;
}

const labelSteps = [5, 10, 20, 25, 50];
/** The table has a row every 5 %. */
const rowPercent = 5;

/** A chart over the parts of a video, from 0 to 100 %. */
export function PartChart({ title, lines, partsCount, durationSec }: PartChartProps) {
  const middles = useMemo(
    () => Array.from({ length: partsCount }, (_, part) => ((part + 0.5) / partsCount) * 100),
    [partsCount],
  );
  const axis = useMemo(
    () => ({
      range: (): [number, number] => [0, 100],
      labels: (ticks: readonly number[]) =>
        ticks.map((percent) => partLines(percent, durationSec).join('\n')),
      steps: labelSteps,
    }),
    [durationSec],
  );
  const rows = Array.from({ length: 100 / rowPercent }, (_, index) => {
    const at = index * rowPercent;
    const part = Math.floor((at / 100) * partsCount);
    return {
      at,
      name: formatPart(at, durationSec),
      values: lines.map(({ values }) => values[part] ?? null),
    };
  });
  return (
    <Chart
      title={title}
      lines={lines}
      positions={middles}
      axis={axis}
      format={formatPercent}
      column="From"
      rows={rows}
    />
  );
}
