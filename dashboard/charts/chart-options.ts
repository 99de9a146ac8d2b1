import uPlot from 'uplot';
import { chartColour } from './chart-colour.ts';

export interface Line {
  label: string;
  /** Name of a colour in the style sheet. */
  colour: string;
  /** One for each position; `null` without a value. */
  values: readonly (number | null)[];
  form: 'bars' | 'line' | 'area';
  /** Another time, beside which the others are drawn. */
  isDashed?: boolean;
}

/** The horizontal axis. */
export interface Axis {
  /** @returns both ends of the axis */
  range(positions: readonly number[]): [from: number, to: number];
  labels(ticks: readonly number[], step: number): string[];
  /** Possible distances between labels; without them, those of a time. */
  steps?: number[];
}

export const chartHeightPx = 220;
/** Up to this number of values, each is drawn as a point. */
const sparseCount = 24;
/** A shorter drag is a click. */
const selectMinPx = 8;
/** Half a label's width, which the last label needs at the edge. */
const labelEdgePx = 24;
/** Axis steps are whole numbers: counts have no tenths, and rounded labels would repeat. */
const wholeSteps = Array.from({ length: 12 }, (_, power) =>
  [1, 2, 5].map((digit) => digit * 10 ** power),
).flat();

interface ChartOptions {
  lines: readonly Line[];
  axis: Axis;
  format: (value: number) => string;
  width: number;
  /** The current function; `undefined` if nothing can be selected. */
  select: { current: ((from: number, to: number) => void) | undefined };
}

export function chartOptions({ lines, axis, format, width, select }: ChartOptions): uPlot.Options {
  const drawn = {
    stroke: chartColour('muted'),
    font: '12px system-ui, sans-serif',
    grid: { stroke: chartColour('line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height: chartHeightPx,
    padding: [8, labelEdgePx, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: select.current !== undefined, y: false, setScale: false } },
    select: { show: select.current !== undefined, left: 0, top: 0, width: 0, height: 0 },
    scales: {
      x: { time: axis.steps === undefined, range: (chart) => axis.range([...chart.data[0]]) },
      y: { range: (_chart, _min, max) => [0, Math.max(1, max * 1.1)] },
    },
    axes: [
      {
        ...drawn,
        ...(axis.steps && { incrs: axis.steps }),
        space: 70,
        values: (_chart, ticks, _axis, _space, step) => axis.labels(ticks, step),
      },
      {
        ...drawn,
        size: 56,
        incrs: wholeSteps,
        values: (_chart, ticks) => ticks.map((tick) => format(tick)),
      },
    ],
    series: [{}, ...lines.map(seriesOf)],
    hooks: {
      setSelect: [
        (chart) => {
          const { left, width: drawnPx } = chart.select;
          if (drawnPx < selectMinPx) return;
          select.current?.(chart.posToVal(left, 'x'), chart.posToVal(left + drawnPx, 'x'));
        },
      ],
    },
  };
}

function seriesOf({ label, colour, form, values, isDashed = false }: Line): uPlot.Series {
  const drawn = chartColour(colour);
  const bars = uPlot.paths.bars?.({ size: [0.75, 28], radius: 0.2 });
  if (form === 'bars' && bars !== undefined)
    return { label, fill: drawn, width: 0, paths: bars, points: { show: false } };
  // A line through a single value is invisible, so draw points.
  const isSparse = values.filter((value) => value !== null).length <= sparseCount;
  return {
    label,
    stroke: drawn,
    width: isDashed ? 1.5 : 2,
    ...(isDashed && { dash: [6, 4] }),
    spanGaps: true,
    points: { show: isSparse && !isDashed, size: 5, fill: drawn },
    ...(form === 'area' && { fill: translucent(drawn) }),
  };
}

const translucent = (colour: string) => `color-mix(in srgb, ${colour} 18%, transparent)`;
