import type { HlsOpening, OpeningPart } from '../../../shared/player/hls-opening.ts';
import type { EarlyMedia, FromMediaWorker } from '../../../shared/rpc/media-mirror.ts';
import {
  type FetchedPart,
  type FilmBuffer,
  type OpenedFilm,
  partName,
} from '../../playback/opened-film.ts';
import type { WorkerMediaSource } from '../media-source.ts';
import { chooseRendition, type LineFacts } from './choose-rendition.ts';
import { fetchPart } from './fetch-part.ts';
import { appendTo, requestTrack } from './play-track.ts';

/** TypeScript's worker types lack it. */
declare const MediaSource: new () => WorkerMediaSource &
  EventTarget & { duration: number; addSourceBuffer(mimeType: string): FilmBuffer };

export interface OpenFilmDeps {
  media: Pick<EarlyMedia, 'url' | 'size'>;
  opening: HlsOpening;
  line: LineFacts;
  post: (message: FromMediaWorker, transfer: Transferable[]) => void;
  /** Ends the opening early; what has come by then stays. */
  signal: AbortSignal;
}

/**
 * Plays a film's first segment, whose address the server has named (decision 25). Every failure
 * ends the opening, and hls.js plays the film in its usual way.
 * @returns when all has come or the opening has ended: what hls.js continues with; `null` if it has
 * to begin again
 */
export async function openFilm(deps: OpenFilmDeps): Promise<OpenedFilm | null> {
  const { opening, post } = deps;
  const { url: baseUrl, size } = deps.media;
  const ending = new AbortController();
  const { signal } = ending;
  deps.signal.addEventListener('abort', () => ending.abort());
  const fetched = new Map<string, FetchedPart>();

  function request(part: OpeningPart) {
    const coming = fetchPart(part, baseUrl, signal);
    const { start, length } = part.range ?? { start: 0, length: 0 };
    const name = partName(new URL(part.url, baseUrl).href, start, start + length);
    async function* keep() {
      fetched.set(name, yield* coming);
    }
    return keep();
  }

  const rendition = chooseRendition(opening.renditions, size, deps.line);
  if (rendition === undefined) return null;
  const parts = [rendition, ...(opening.audio ? [opening.audio] : [])].map((track) => ({
    ...track,
    requested: requestTrack(track, request),
  }));
  const mediaSource = new MediaSource();
  const { handle } = mediaSource;
  post({ type: 'attach', handle }, [handle]);
  await isOpen(mediaSource, signal);
  const tracks: OpenedFilm['tracks'][number][] = [];
  try {
    mediaSource.duration = opening.seconds;
    for (const { mimeType } of parts) {
      const buffer = mediaSource.addSourceBuffer(mimeType);
      tracks.push({ name: nameOf(mimeType), mimeType, buffer });
    }
  } catch {
    // The element has another source by now, or the browser lacks a codec.
    ending.abort();
    return null;
  }

  await Promise.all(
    tracks.map(({ buffer }, index) =>
      parts[index]?.requested
        .play((bytes) =>
          appendTo(buffer, bytes).catch((error) => {
            // They may be damaged.
            fetched.clear();
            throw error;
          }),
        )
        .catch(() => ending.abort()),
    ),
  );
  // Ended by an error, or closed because the element has another source by now.
  if (mediaSource.readyState !== 'open') return null;
  // hls.js 1.7.4 appends the same audio for ever if half of the picture's first segment is there.
  if (parts.some(({ requested }) => !requested.hasBegun())) return null;
  // Each buffer may have been left in the middle of a segment.
  for (const { buffer } of tracks) buffer.abort();
  return {
    mediaSource,
    tracks,
    endSec: Math.min(...tracks.map(({ buffer: { buffered } }) => buffered.end(0))),
    playlistUrl: new URL(rendition.playlist, baseUrl).href,
    take(url, start, end) {
      const name = partName(url, start, end);
      const part = fetched.get(name) ?? null;
      fetched.delete(name);
      return part;
    },
  };
}

function isOpen(mediaSource: EventTarget, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    for (const [target, type] of [
      [mediaSource, 'sourceopen'],
      [signal, 'abort'],
    ] as const)
      target.addEventListener(type, resolve, { once: true });
  });
}

function nameOf(mimeType: string): OpenedFilm['tracks'][number]['name'] {
  if (mimeType.startsWith('audio/')) return 'audio';
  return mimeType.includes(',') ? 'audiovideo' : 'video';
}
