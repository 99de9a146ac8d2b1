import type { PartReport } from '../report/part-report.ts';
import type { BenchOptions } from '../support/bench-options.ts';
import { type LineName, lines } from '../support/link/link-conditions.ts';
import { groupsBySource } from './groups-by-source.ts';
import { lanes } from './lanes.ts';
import { measureNetwork } from './measure-network.ts';
import { isInRound, measurePart } from './measure-part.ts';
import { networkMeasuresOf } from './network-measures.ts';

/** A lane takes a minute over slow 4G, and several over a slower line on a busy machine. */
const limitMs = 480_000;

/** Measures the time until a picture over each wanted line. Each is a part of its own. */
export async function measureNetworks(options: BenchOptions): Promise<PartReport[]> {
  const reports: PartReport[] = [];
  for (const line of options.lines) reports.push(await measureLine(options, line));
  return reports;
}

function measureLine(options: BenchOptions, line: LineName): Promise<PartReport> {
  const conditions = lines[line];
  return measurePart(options, {
    part: `network-${line}`,
    title: `Opening an embed over ${conditions.title}`,
    about: aboutOf(line),
    rounds: 3,
    lanes,
    isIn: isInRound,
    limitMs,
    measure: (bench, lane, round) => measureNetwork(bench, lane, round, conditions),
    groups: groupsBySource({
      measuresOf: (source) => networkMeasuresOf(line, source),
      isAgainstNative: true,
    }),
  });
}

function aboutOf(line: LineName): string {
  const { downBitsPerSec, upBitsPerSec, roundTripMs, lossRate } = lines[line];
  const loss = lossRate === 0 ? 'no losses' : `${lossRate * 100} % of the packets lost`;
  return `Page, scripts and film come over one line: ${downBitsPerSec / 1e6} Mbit/s down, ${upBitsPerSec / 1e6} Mbit/s up, ${roundTripMs} ms round trip, ${loss}. The page is opened in an iframe on another site than its host, 640 × 360 pixels, its main thread slowed down four times: to play by itself in a profile that has never seen it, the same again, and in another new profile to wait for a click.`;
}
