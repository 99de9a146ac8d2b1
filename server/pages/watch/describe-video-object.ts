import type { LibraryVideo } from '../../library/open-video.ts';
import type { PosterPicture } from './poster-picture.ts';
import type { VideoAddresses } from './video-addresses.ts';
import { isoDuration } from './video-times.ts';

export interface VideoObjectDeps {
  video: LibraryVideo;
  addresses: VideoAddresses;
  /** Origin of this server, as the client knows it. */
  origin: string;
  brand: string;
  poster: PosterPicture | null;
  /** Whether any page may embed it. */
  isEmbeddable: boolean;
  /** Whether its files are public at addresses that do not expire. */
  isFilePublic: boolean;
}

/** The video in schema.org's terms (`VideoObject`, `Clip`), for search engines. Plain JSON. */
export function describeVideoObject(deps: VideoObjectDeps): Record<string, unknown> {
  const { video, addresses, origin, brand, poster, isEmbeddable, isFilePublic } = deps;
  const { title, author, shortDescription, lengthSeconds, isLive, width, height } =
    video.response.videoDetails;
  const file = video.response.sources.find(({ packaging }) => packaging === 'progressive');
  return {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    '@id': addresses.watchUrl,
    url: addresses.watchUrl,
    name: title,
    // Search engines require one; without a description, use the title.
    description: shortDescription || title,
    ...(poster && { thumbnailUrl: [`${origin}${poster.path}`] }),
    ...(video.uploadDate !== undefined && { uploadDate: video.uploadDate }),
    ...(lengthSeconds > 0 && { duration: isoDuration(lengthSeconds) }),
    ...(width > 0 && height > 0 && { width, height }),
    ...(isEmbeddable && { embedUrl: addresses.embedUrl }),
    ...(isFilePublic && file && { contentUrl: new URL(file.url, origin).href }),
    ...(author !== '' && { author: { '@type': 'Person', name: author } }),
    publisher: { '@type': 'Organization', name: brand, url: `${origin}/` },
    ...(isLive && { publication: { '@type': 'BroadcastEvent', isLiveBroadcast: true } }),
    ...momentsOf(video, addresses.watchUrl),
  };
}

/** The video's chapters. Without chapters, a pattern for links to any of its moments. */
function momentsOf({ response }: LibraryVideo, watchUrl: string): Record<string, unknown> {
  const { chapters, videoDetails } = response;
  const { isLive, lengthSeconds } = videoDetails;
  if (chapters.length === 0) {
    if (isLive) return {};
    const target = `${watchUrl}?t={seek_to_second_number}`;
    return {
      potentialAction: {
        '@type': 'SeekToAction',
        target,
        'startOffset-input': 'required name=seek_to_second_number',
      },
    };
  }
  const clips = chapters.map(({ title, startSeconds }, index) => {
    const end = chapters[index + 1]?.startSeconds ?? lengthSeconds;
    return {
      '@type': 'Clip',
      name: title,
      startOffset: startSeconds,
      ...(end > startSeconds && { endOffset: end }),
      url: `${watchUrl}?t=${Math.floor(startSeconds)}`,
    };
  });
  return { hasPart: clips };
}
