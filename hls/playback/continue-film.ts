import type Hls from 'hls.js';
import { type BufferFlushingData, Events, type MediaAttachingData } from 'hls.js';
import type { HlsMedia } from './hls-media.ts';
import { type OpenedFilm, plainAddress } from './opened-film.ts';

/**
 * Lets hls.js continue a film that plays already, with its media source and its rendition. If its
 * playlists turn out to have other tracks, hls.js replaces the media source.
 */
export function continueFilm(hls: Hls, media: HlsMedia, opened: OpenedFilm): void {
  const playlist = plainAddress(opened.playlistUrl);
  hls.once(Events.MANIFEST_PARSED, (_event, { levels }) => {
    const level = levels.findIndex(({ url }) => url.some((one) => plainAddress(one) === playlist));
    if (level >= 0) hls.startLevel = level;
  });
  const tracks = opened.tracks.map(({ name, mimeType, buffer }) => {
    const [, container, codec] = /^([^;]+); codecs="(.*)"$/.exec(mimeType) ?? [];
    const id = name === 'audio' ? 'audio' : 'main';
    return [name, { id, container, codec, levelCodec: codec, buffer, listeners: [] }];
  });
  const { mediaSource } = opened;
  // The types of hls.js are those of a page.
  hls.attachMedia({
    media,
    mediaSource,
    tracks: Object.fromEntries(tracks),
  } as unknown as MediaAttachingData);
}

/**
 * Switches from the next segment on. While the opening's segment plays, which hls.js does not know,
 * hls.js would first play all that it has already.
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
