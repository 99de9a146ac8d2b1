import { makeGroup } from '../report/part-report.ts';
import type { BenchOptions } from '../support/bench-options.ts';
import { groupsBySource } from './groups-by-source.ts';
import { hostMeasures } from './host-measures.ts';
import type { Lane } from './lane.ts';
import { lanes, sourcesOf } from './lanes.ts';
import { loadMeasuresOf } from './load-measures.ts';
import { manyMeasures } from './many-measures.ts';
import { measureHost } from './measure-host.ts';
import { measureLoad } from './measure-load.ts';
import { embedCount, measureMany } from './measure-many.ts';
import { isInRound, measurePart, type Part } from './measure-part.ts';
import { measurePlayback } from './measure-playback.ts';
import { measureRpc } from './measure-rpc.ts';
import { playbackMeasures } from './playback-measures.ts';
import { rpcMeasures } from './rpc-measures.ts';

const isCompared = ({ id }: Lane) => /^(ours|ours-main|ours-measured|native)-/.test(id);
/** Counts at rest hardly vary and take half a minute, so one round is enough. */
const hasRest = ({ id }: Lane, round: number) =>
  round === 0 && /^(ours-(mp4|hls)|native-mp4)$/.test(id);
const played = [...sourcesOf('hls'), ...sourcesOf('mp4').filter(isCompared)];
/** Distinguishes the two sources of one player in a list. */
const withSource = (lane: Lane): Lane => ({
  ...lane,
  title: `${lane.title}, ${lane.source.toUpperCase()}`,
});

/**
 * The cost of opening an embed until its video can be played and until it plays: ours
 * beside the peers.
 */
export const loadPart: Part = {
  part: 'load',
  title: 'Opening an embed',
  about:
    'A page is opened in an iframe on another site than its host, 640 × 360 pixels, in a browser profile that has never seen it, its main thread slowed down four times. It is watched until its play control works and nothing more was requested for 2 s; then the control is clicked and it plays, its controls drawn. Then it is opened again to play by itself.',
  rounds: 3,
  lanes,
  isIn: isInRound,
  measure: measureLoad,
  groups: groupsBySource({ measuresOf: loadMeasuresOf, isAgainstNative: true }),
};

/** The cost of steady playback, and of a paused player. */
export const playbackPart: Part = {
  part: 'playback',
  title: 'Playback',
  about:
    'A page that plays by itself is measured for 10 s, six seconds after its first frame, its main thread slowed down four times. Ours and the browser’s own with MP4 are in the first round then paused, left alone for 12 s and measured for 10 s more.',
  rounds: 3,
  lanes: played,
  isIn: isInRound,
  measure: (bench, lane, round) => measurePlayback(bench, lane, hasRest(lane, round)),
  groups: (samples, isQuick) => [
    makeGroup(
      {
        id: 'hls',
        title: 'HLS, and MP4 beside it',
        ours: 'ours-hls',
        against: 'native-mp4',
        lanes: played.map(withSource),
        measures: playbackMeasures,
      },
      samples,
      isQuick,
    ),
    makeGroup(
      {
        id: 'mp4',
        title: 'MP4',
        ours: 'ours-mp4',
        against: 'native-mp4',
        lanes: sourcesOf('mp4'),
        measures: playbackMeasures,
      },
      samples,
      isQuick,
    ),
  ],
};

/** Measures one page with ten embeds. */
export const measureManys = (options: BenchOptions) =>
  measurePart(options, {
    part: 'many',
    title: 'Ten embeds on a page',
    about: `A page with ${embedCount} embeds of 320 × 180 pixels, all in view, in one process that is not the host’s; its main thread is slowed down four times. Ours and the browser’s own are in the first round then left alone for 12 s and measured for 10 s more.`,
    rounds: 2,
    lanes: sourcesOf('mp4'),
    isIn: isInRound,
    measure: async (bench, lane, round) => ({
      ...(await measureMany(bench, lane, hasRest(lane, round))),
      ...(lane.id === 'ours-mp4' && round === 0 && (await measureHost(bench))),
    }),
    groups: (samples, isQuick) => [
      makeGroup(
        {
          id: 'mp4',
          title: 'MP4',
          ours: 'ours-mp4',
          against: 'native-mp4',
          lanes: sourcesOf('mp4'),
          measures: manyMeasures,
        },
        samples,
        isQuick,
      ),
      makeGroup(
        {
          id: 'host',
          title: 'The page that embeds',
          ours: 'ours-mp4',
          lanes: sourcesOf('mp4').filter(({ id }) => id === 'ours-mp4'),
          measures: hostMeasures,
        },
        samples,
        isQuick,
      ),
    ],
  });

/** Measures the cost of the RPC between page and services. */
export const measureRpcs = (options: BenchOptions) => {
  const ours = sourcesOf('mp4').filter(({ kind }) => kind === 'ours');
  return measurePart(options, {
    part: 'rpc',
    title: 'Page and services',
    about:
      'The same player twice: its services in the worker, and in the page (`runtime=main`). The difference is what the worker saves and what it costs. The main thread is slowed down four times.',
    rounds: 1,
    lanes: ours,
    measure: measureRpc,
    groups: (samples, isQuick) => [
      makeGroup(
        {
          id: 'mp4',
          title: 'MP4',
          ours: 'ours-mp4',
          against: 'ours-main-mp4',
          lanes: ours,
          measures: rpcMeasures,
        },
        samples,
        isQuick,
      ),
    ],
  });
};
