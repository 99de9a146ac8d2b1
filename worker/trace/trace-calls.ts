import type { TraceTrack } from '../../shared/telemetry/trace-span.ts';
import type { Recorder } from './recorder.ts';

/** The track of each call; other calls go to the track of the services as a whole. */
const tracks: Readonly<Record<string, TraceTrack>> = {
  getVideo: 'worker: api',
  getPlaylist: 'worker: api',
  callApi: 'worker: api',
  report: 'worker: playback',
  reportDevice: 'worker: device',
  flush: 'worker: logs',
  accounting: 'worker: logs',
};

/** A message from the page: a Comlink call, or events. */
interface Incoming {
  id?: string;
  type?: string;
  path?: string[];
  entries?: unknown[];
}

/** Traces calls from the page until they are answered, and incoming events. */
export function createCallTracer({ now, record }: Recorder) {
  const open = new Map<string, { method: string; startMs: number }>();
  return {
    /** A message has arrived; other listeners run after this. */
    begin({ id, type, path }: Incoming): void {
      if (id !== undefined && type === 'APPLY')
        open.set(id, { method: path?.join('.') ?? '', startMs: now() });
    },
    /** All listeners have run. */
    end({ entries }: Incoming, startMs: number): void {
      if (entries !== undefined)
        record('worker: logs', 'take events', startMs, [['events', String(entries.length)]]);
    },
    /** A message goes to the page. */
    answer({ id, news }: { id?: string; news?: readonly { type: string }[] }): void {
      if (news !== undefined)
        record('worker: services', 'post news', now(), [
          ['news', news.map(({ type }) => type).join(', ')],
        ]);
      const call = id === undefined ? undefined : open.get(id);
      if (id === undefined || call === undefined) return;
      open.delete(id);
      record(tracks[call.method] ?? 'worker: services', call.method, call.startMs);
    },
  };
}
