import { openingLimits } from '../../shared/limits/opening-limits.ts';
import { hlsOpeningShape } from '../../shared/player/shapes/hls-opening.ts';
import type { EarlyMedia, ToMediaWorker } from '../../shared/rpc/media-mirror.ts';
import { readAs } from '../../shared/tools/shape.ts';
import type { OpenedFilm } from '../playback/opened-film.ts';
import { openFilm } from './opening/open-film.ts';

/**
 * Entry of the media worker, small so that a film begins before hls.js has come. One worker for
 * each media source that the page plays.
 */
declare const self: DedicatedWorkerGlobalScope;

const waiting: ToMediaWorker[] = [];
/** Ends an opening that the viewer has left, or that takes too long. */
const leaving = new AbortController();
let receive = (message: ToMediaWorker) => {
  waiting.push(message);
  if (message.type === 'media' && message.event === 'seeking') leaving.abort();
};
self.addEventListener('message', ({ data }: MessageEvent<ToMediaWorker>) => receive(data));

const [, name = ''] = self.name.split(/ (.*)/s, 2);
begin(name === '' ? null : (JSON.parse(name) as EarlyMedia)).catch((error: unknown) => {
  // The page hears of an error, but not of a rejection. It then plays without the worker.
  setTimeout(() => {
    throw error;
  });
});

async function begin(media: EarlyMedia | null): Promise<void> {
  const opened = media && (await open(media));
  const { servePlayback } = await import('./serve-playback.ts');
  receive = servePlayback(media, opened);
  for (const message of waiting) receive(message);
}

async function open(media: EarlyMedia): Promise<OpenedFilm | null> {
  const opening = readAs(hlsOpeningShape, media.opening);
  if (opening === null) return null;
  setTimeout(() => leaving.abort(), openingLimits.patienceMs);
  const { connection } = navigator as {
    connection?: object & { downlink?: number; saveData?: boolean };
  };
  return openFilm({
    media,
    opening,
    line: {
      downlinkBps: (connection?.downlink ?? 0) * 1e6,
      roundTripMs: media.roundTripMs,
      isSavingData: connection?.saveData ?? false,
    },
    post: (message, transfer) => self.postMessage(message, transfer),
    signal: leaving.signal,
  });
}
