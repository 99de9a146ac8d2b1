import type { MeasureTrend } from './judge-measures.ts';

export function printTrends(trends: readonly MeasureTrend[]): void {
  console.log(
    '\n| measure | unit | a cycle (99 % interval) | allowed | verdict |\n| --- | --- | ---: | ---: | --- |',
  );
  for (const { measure, trend, verdict } of trends) {
    const slope =
      trend.slope === null
        ? '–'
        : `${short(trend.slope)} (${short(trend.low)} … ${short(trend.high)})`;
    console.log(
      `| ${measure.title} | ${measure.unit} | ${slope} | ${short(measure.allowed)} | ${verdict} |`,
    );
  }
  console.log();
}

function short(value: number): string {
  return Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(2)));
}
