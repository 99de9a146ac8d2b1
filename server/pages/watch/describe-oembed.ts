import { channelSchema, readExtra } from '../../../shared/player/video-extras-schemas.ts';
import type { LibraryVideo } from '../../library/open-video.ts';
import type { Size, SizeLimits } from './fit-size.ts';
import { fitSize, isWithin } from './fit-size.ts';
import { frameCode } from './frame-code.ts';
import type { PosterPicture } from './poster-picture.ts';
import type { VideoAddresses } from './video-addresses.ts';
import { watchLimits } from './watch-limits.ts';

/** An answer of type `video` (oEmbed 1.0, §2.3.4). */
export interface OEmbedVideo extends Size {
  version: '1.0';
  type: 'video';
  title: string;
  author_name?: string;
  author_url?: string;
  provider_name: string;
  provider_url: string;
  /** Seconds. */
  cache_age: number;
  thumbnail_url?: string;
  thumbnail_width?: number;
  thumbnail_height?: number;
  html: string;
}

export interface OEmbedDeps {
  video: LibraryVideo;
  addresses: VideoAddresses;
  /** Origin of this server, as the client knows it. */
  origin: string;
  brand: string;
  poster: PosterPicture | null;
  limits: SizeLimits;
}

/** The oEmbed answer for a video, for programs that show a link as a player. */
export function describeOEmbed({
  video,
  addresses,
  origin,
  brand,
  poster,
  limits,
}: OEmbedDeps): OEmbedVideo {
  const { title, author, channel, ...picture } = video.response.videoDetails;
  const size = fitSize(picture, limits);
  return {
    version: '1.0',
    type: 'video',
    title,
    ...authorOf(author, channel, origin),
    provider_name: brand,
    provider_url: `${origin}/`,
    cache_age: watchLimits.oembedCacheSec,
    ...thumbnailOf(poster, origin, limits),
    ...size,
    html: frameCode({ ...size, src: addresses.embedUrl, title }),
  };
}

function authorOf(author: string, channel: unknown, origin: string): Partial<OEmbedVideo> {
  const known = readExtra(channelSchema, channel);
  const name = author || known?.name;
  const url =
    known?.url !== undefined && URL.canParse(known.url, origin) ? new URL(known.url, origin) : null;
  return { ...(name && { author_name: name }), ...(url && { author_url: url.href }) };
}

/**
 * §2.3.4: all three fields or none, and within the limits. The server cannot shrink a larger
 * picture.
 */
function thumbnailOf(
  poster: PosterPicture | null,
  origin: string,
  limits: SizeLimits,
): Partial<OEmbedVideo> {
  if (poster?.size == null || !isWithin(poster.size, limits)) return {};
  return {
    thumbnail_url: `${origin}${poster.path}`,
    thumbnail_width: poster.size.width,
    thumbnail_height: poster.size.height,
  };
}
