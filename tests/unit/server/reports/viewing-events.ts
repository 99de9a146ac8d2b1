import type { EventStore, EventToStore } from '../../../../server/store/event-store.ts';
import type { ReportFilter } from '../../../../server/store/reports/report-figures.ts';
import { event, wholeTime } from './playback-events.ts';

export interface ViewingEvents {
  cpn?: string;
  video?: string;
  /** As in the client's context. */
  visitorId?: string;
  language?: string;
  /** By the viewer's clock. */
  atMs?: number;
}

/** The beginning of a playback, with the length of its video. */
export const viewed = (
  seq: number,
  {
    duration = 100,
    isLive = false,
    ...of
  }: ViewingEvents & { duration?: unknown; isLive?: unknown },
) => inContext(seq, 'video_stats.playback', { duration, isLive }, of);

/** Parts that were watched. */
export const watched = (
  seq: number,
  segments: unknown,
  { playbackRate = 1, ...of }: ViewingEvents & { playbackRate?: unknown } = {},
) => inContext(seq, 'video_stats.watchtime', { segments, playbackRate }, of);

function inContext(
  seq: number,
  name: string,
  payload: object,
  { cpn = 'cpn', video = 'video-a', visitorId, language = 'en', atMs = 1 }: ViewingEvents,
): EventToStore {
  const client = { clientName: 'OFFSTAGE', clientVersion: '1', hl: language, visitorId };
  return {
    ...event(seq, name, { videoId: video, cpn, ...payload }),
    eventTimeMs: atMs,
    contextJson: JSON.stringify({ client }),
  };
}

/** A moment at which all minutes of the tests are over. */
export const laterMs = 1e9;

export const audienceOf = (
  store: Pick<EventStore, 'reports'>,
  filter: Partial<ReportFilter> = {},
  nowMs = laterMs,
) => store.reports.audience({ ...wholeTime, ...filter }, nowMs);
