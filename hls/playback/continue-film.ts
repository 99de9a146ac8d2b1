import type Hls from 'hls.js';
import { type BufferFlushingData, Events, type Level, type MediaAttachingData } from 'hls.js';
import type { HlsMedia } from './hls-media.ts';
import { type OpenedFilm, plainAddress } from './opened-film.ts';

interface ContinuedFilm {
  /** The opening's level, which hls.js itself may not know before the next segment plays. */
  onLevel(level: number): void;
  /**
   * hls.js replaces the media source, because the browser could not play what is in it. hls.js
   * 1.7.4 may then append the same sound for ever, so the caller starts again without the opening.
   */
  onGivenUp(): void;
}

/**
 * Lets hls.js continue a film that plays already, with its media source and its rendition. If the
 * playlists have other tracks by now, hls.js gets a new source, and the film goes on with that.
 * @returns a function that stops `onGivenUp`
 */
export function continueFilm(
  hls: Hls,
  media: HlsMedia,
  opened: OpenedFilm,
  { onLevel, onGivenUp }: ContinuedFilm,
): () => void {
  hls.once(Events.MANIFEST_PARSED, (_event, { levels, altAudio }) => {
    const level = findLevel(levels, opened.playlistUrl);
    if (level === undefined || trackNames(level, altAudio) !== namesOf(opened)) {
      hls.config.startPosition = media.currentTime;
      hls.attachMedia(media);
      return;
    }
    hls.startLevel = levels.indexOf(level);
    onLevel(hls.startLevel);
    hls.attachMedia(attachingOf(media, opened));
    hls.once(Events.MEDIA_DETACHING, onGivenUp);
  });
  return () => hls.off(Events.MEDIA_DETACHING, onGivenUp);
}

function findLevel(levels: readonly Level[], playlistUrl: string): Level | undefined {
  const playlist = plainAddress(playlistUrl);
  return levels.find(({ url }) => url.some((one) => plainAddress(one) === playlist));
}

/** Names of the source buffers that hls.js will want for a level. */
function trackNames({ audioCodec }: Level, hasOwnSound: boolean): string {
  if (hasOwnSound) return 'audio video';
  return audioCodec === undefined ? 'video' : 'audiovideo';
}

const namesOf = ({ tracks }: OpenedFilm) =>
  tracks
    .map(({ name }) => name)
    .sort()
    .join(' ');

function attachingOf(media: HlsMedia, { tracks, mediaSource }: OpenedFilm): MediaAttachingData {
  const withIds = tracks.map(({ name, mimeType, buffer }) => {
    const [, container, codec] = /^([^;]+); codecs="(.*)"$/.exec(mimeType) ?? [];
    const id = name === 'audio' ? 'audio' : 'main';
    return [name, { id, container, codec, levelCodec: codec, buffer, listeners: [] }];
  });
  // The types of hls.js are those of a page.
  return {
    media,
    mediaSource,
    tracks: Object.fromEntries(withIds),
  } as unknown as MediaAttachingData;
}

/**
 * Switches from the next segment on. hls.js does not always know the opening's segment; while that
 * plays, it would first play all that it has already.
 */
export function switchLevel(
  hls: Hls,
  { currentTime }: HlsMedia,
  level: number,
  opened: OpenedFilm | null,
): void {
  let isFlushing = false;
  const onFlush = () => {
    isFlushing = true;
  };
  hls.on(Events.BUFFER_FLUSHING, onFlush);
  hls.nextLevel = level;
  hls.off(Events.BUFFER_FLUSHING, onFlush);
  if (isFlushing || opened === null || currentTime >= opened.endSec) return;
  const rest: BufferFlushingData = {
    startOffset: opened.endSec,
    endOffset: Number.POSITIVE_INFINITY,
    type: null,
  };
  hls.trigger(Events.BUFFER_FLUSHING, rest);
}
