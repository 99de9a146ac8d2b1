import type { TraceTrack } from '../../shared/trace-span.ts';
import type { Recorder } from './recorder.ts';

/** Whose calls these are; all others are of the services as a whole. */
const tracks: Readonly<Record<string, TraceTrack>> = {
  getVideo: 'worker: api',
  getPlaylist: 'worker: api',
  callApi: 'worker: api',
  report: 'worker: playback',
  reportDevice: 'worker: device',
  flush: 'worker: logs',
  accounting: 'worker: logs',
};

/** A message of the page: a call, as Comlink sends it, or events. */
interface Incoming {
  id?: string;
  type?: string;
  path?: string[];
  entries?: unknown[];
}

/** Calls from the page until they are answered, and the events that it hands over. */
export function createCallTracer({ now, record }: Recorder) {
  const open = new Map<string, { method: string; startMs: number }>();
  return {
    /** A message has come, and nobody has read it yet. */
    begin({ id, type, path }: Incoming): void {
      if (id !== undefined && type === 'APPLY')
        open.set(id, { method: path?.join('.') ?? '', startMs: now() });
    },
    /** Everybody has read it. */
    end({ entries }: Incoming, startMs: number): void {
      if (entries !== undefined)
        record('worker: logs', 'take events', startMs, [['events', String(entries.length)]]);
    },
    /** A message goes to the page. */
    answer({ id, news }: { id?: string; news?: readonly { type: string }[] }): void {
      if (news !== undefined)
        record('worker: services', 'tell news', now(), [
          ['news', news.map(({ type }) => type).join(', ')],
        ]);
      const call = id === undefined ? undefined : open.get(id);
      if (id === undefined || call === undefined) return;
      open.delete(id);
      record(tracks[call.method] ?? 'worker: services', call.method, call.startMs);
    },
  };
}
