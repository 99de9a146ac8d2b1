import type { EngineReading } from '../../../../shared/rpc/hls-playback.ts';
import type { LossAccounting } from '../../../../shared/rpc/loss-accounting.ts';
import type { ServicesLoad } from '../../../../shared/rpc/rpc.ts';
import { bufferAheadSec } from '../../../parts/buffer-ahead-sec.ts';
import type { PlayerState } from '../../../player/state/player-state.ts';
import { t } from '../../controls/translation/translate.ts';
import type { PageLoad } from './page-load.ts';

/** The player at one moment, as the statistics show it. */
export interface StatsReading {
  /** Milliseconds of a monotonic clock. */
  atMs: number;
  state: PlayerState;
  /** Client playback nonce. */
  cpn: string;
  /** CSS pixels of the frame, and device pixels per CSS pixel. */
  viewport: { width: number; height: number; pixelRatio: number };
  /** Pixels of the playing picture; 0 before there is one. */
  picture: { width: number; height: number };
  frames: { total: number; dropped: number };
  engine: EngineReading | null;
  /** Where the services run; `null`: nowhere yet. */
  place: string | null;
  page: PageLoad;
  /** `null`: no answer yet. */
  services: ServicesLoad | null;
  /** Milliseconds of a request to the services and its answer. */
  roundTripMs: number | null;
  loss: LossAccounting;
}

/** Key of a message, and the value beside it. */
export type StatsRow = [
  key:
    | 'stats.video'
    | 'stats.viewport'
    | 'stats.resolution'
    | 'stats.volume'
    | 'stats.codecs'
    | 'stats.engine'
    | 'stats.connection'
    | 'stats.buffer'
    | 'stats.latency'
    | 'stats.quality'
    | 'stats.services'
    | 'stats.mainThread'
    | 'stats.servicesThread'
    | 'stats.rpc'
    | 'stats.events',
  value: string,
];

const none = '–';

/** @param previous an earlier reading; `null`: no rates yet */
export function describeStats(now: StatsReading, previous: StatsReading | null): StatsRow[] {
  const { state, viewport, picture, frames, engine, page, services, loss } = now;
  const seconds = previous === null ? 0 : (now.atMs - previous.atMs) / 1_000;
  const rate = (
    value: number | null | undefined,
    before: number | null | undefined,
    digits: number,
  ) =>
    value == null || before == null || seconds <= 0
      ? none
      : Math.max(0, (value - before) / seconds).toFixed(digits);
  const playerEvents = rate(page.eventsMs, previous?.page.eventsMs, 2);
  const longTasks = rate(page.longTasksMs, previous?.page.longTasksMs, 0);
  const servicesWork = rate(services?.busyMs, previous?.services?.busyMs, 2);
  const queue = t('stats.queue', texts({ count: loss.queued }));
  const rows: StatsRow[] = [
    ['stats.video', `${state.videoId || none} / ${now.cpn}`],
    [
      'stats.viewport',
      `${viewport.width}×${viewport.height}*${viewport.pixelRatio} / ${t('stats.frames', texts(frames))}`,
    ],
    ['stats.resolution', `${size(picture)} / ${optimalSize(now)}`],
    [
      'stats.volume',
      state.isMuted ? t('stats.muted', { volume: `${state.volume}%` }) : `${state.volume}%`,
    ],
    ['stats.codecs', engine?.codecs ?? codecsOfSource(state) ?? none],
    ['stats.engine', state.engine ?? none],
    [
      'stats.connection',
      engine?.bandwidthBps == null ? none : `${Math.round(engine.bandwidthBps / 1_000)} kb/s`,
    ],
    ['stats.buffer', `${bufferAheadSec(state).toFixed(2)} s`],
    ['stats.quality', qualityOf(state)],
    ['stats.services', now.place ?? none],
    [
      'stats.mainThread',
      `${t('stats.playerEvents', { rate: playerEvents })} · ${t('stats.longTasks', { rate: longTasks })}`,
    ],
    ['stats.servicesThread', t('stats.servicesWork', { rate: servicesWork })],
    [
      'stats.rpc',
      `${services?.messageCount ?? none}, ${now.roundTripMs?.toFixed(1) ?? none} ms · ${queue}`,
    ],
    ['stats.events', t('stats.eventCounts', texts({ ...loss, dropped: droppedCount(loss) }))],
  ];
  if (state.isLive) rows.splice(8, 0, ['stats.latency', latency(now)]);
  return rows;
}

/** Counts as plain digits, without the grouping that `t` gives numbers. */
function texts(counts: Readonly<Record<string, number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)]));
}

function size({ width, height }: { width: number; height: number }): string {
  return width > 0 && height > 0 ? `${width}×${height}` : none;
}

/** The smallest level that fills the frame's pixels, or else the largest level. */
function optimalSize({ state, viewport, picture }: StatsReading): string {
  const pixels = viewport.height * viewport.pixelRatio;
  const heights = state.qualities
    .map(({ height }) => height)
    .filter((height) => height > 0)
    .sort((a, b) => a - b);
  const height = heights.find((candidate) => candidate >= pixels) ?? heights.at(-1);
  if (height === undefined || picture.height === 0) return size(picture);
  return size({ width: Math.round((picture.width / picture.height) * height), height });
}

/**
 * The codecs, or else the type, of the file in the reply. The native engine does not report codecs.
 */
function codecsOfSource({ response, engine }: PlayerState): string | null {
  if (engine !== 'native') return null;
  const source = response?.sources.find(({ packaging }) => packaging === 'progressive');
  return /codecs="([^"]+)"/.exec(source?.mimeType ?? '')?.[1] ?? source?.mimeType ?? null;
}

/**
 * Seconds behind live: from the engine, or else from the end of the seekable range; and the target,
 * if the engine has one.
 */
function latency({ engine, state }: StatsReading): string {
  const seconds =
    engine?.liveLatencySec ?? Math.max(0, (state.seekable?.end ?? 0) - state.currentTime);
  const target = engine?.liveTargetSec?.toFixed(2);
  return `${seconds.toFixed(2)} s${target === undefined ? '' : ` / ${target} s`}`;
}

function qualityOf({ qualities, qualityId, fixedQualityId }: PlayerState): string {
  const level = qualities.find(({ id }) => id === qualityId);
  if (level === undefined) return none;
  const name = level.height > 0 ? `${level.height}p` : level.id;
  const bitrate = level.bitrate > 0 ? ` ${Math.round(level.bitrate / 1_000)} kb/s` : '';
  const levels = t(fixedQualityId === null ? 'stats.levelsAuto' : 'stats.levelsFixed', {
    count: qualities.length,
  });
  return `${name}${bitrate} (${levels})`;
}

function droppedCount({ dropped }: LossAccounting): number {
  return Object.values(dropped).reduce((sum, count) => sum + count, 0);
}
