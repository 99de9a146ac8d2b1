import type Hls from 'hls.js';
import { Events, type MediaAttachingData } from 'hls.js';
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
