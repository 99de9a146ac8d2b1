import { makeGroup, type PartReport } from '../report/part-report.ts';
import type { BenchOptions } from '../support/bench-options.ts';
import { busyMeasures } from './busy-measures.ts';
import type { Lane } from './lane.ts';
import { liveLanes, sourcesOf } from './lanes.ts';
import { measureBusy } from './measure-busy.ts';
import { measurePart } from './measure-part.ts';

/** The film has 64 s. */
const filmSec = 40;
const liveSec = 60;
const quickSec = 12;
/** Two disturbances, the start and the return. */
const limitMs = 600_000;

/** The same players with a film, and the browser's own. */
const films = sourcesOf('hls').filter(
  ({ id, title }) => id === 'native-hls' || liveLanes.some((live) => live.title === title),
);

/** Measures playback while the player's thread or the machine is busy. */
export function measureBusys(options: BenchOptions): Promise<PartReport> {
  const secondsOf = ({ source }: Lane) =>
    options.isQuick ? quickSec : source === 'live' ? liveSec : filmSec;
  return measurePart(options, {
    part: 'busy',
    title: 'Playback on a busy thread and a busy machine',
    about: `A page plays by itself, muted, in an iframe on another site than its host, 640 × 360 pixels. For ${filmSec} s from the first frame of a film, and for ${liveSec} s of a low-latency live stream that has played for 10 s, first its main thread is blocked for three of every four seconds; then, in a new profile, other programs take three quarters of each core.`,
    rounds: 1,
    lanes: [...liveLanes, ...films],
    limitMs,
    measure: (bench, lane) => measureBusy(bench, lane, secondsOf(lane)),
    groups: (samples, isQuick) =>
      [
        { source: 'live' as const, title: 'Low-latency live stream (HLS)', lanes: liveLanes },
        { source: 'hls' as const, title: 'Film (HLS)', lanes: films },
      ].map(({ source, title, lanes }) =>
        makeGroup(
          { id: source, title, ours: `ours-${source}`, lanes, measures: busyMeasures[source] },
          samples,
          isQuick,
        ),
      ),
  });
}
