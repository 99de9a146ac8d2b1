/**
 * Absolute addresses of a shared video: its page for people, its player for frames, its description
 * for programs.
 */
export interface VideoAddresses {
  watchUrl: string;
  embedUrl: string;
  /** Address of the answer in this format. */
  oembedUrl(format: 'json' | 'xml'): string;
}

export interface WhatToShare {
  videoId: string;
  /** Start in seconds; `null` for the beginning. */
  startSec: number | null;
  /** Id of an existing playlist; empty for none. */
  list: string;
}

/** @param origin of this server, as the client knows it */
export function videoAddresses(
  origin: string,
  { videoId, startSec, list }: WhatToShare,
): VideoAddresses {
  const watch = new URL(`/watch/${videoId}`, origin);
  const embed = new URL(`/embed/${videoId}`, origin);
  if (list !== '') for (const url of [watch, embed]) url.searchParams.set('list', list);
  // YouTube's names: `t` on a video's page, `start` on a player's.
  if (startSec !== null) {
    watch.searchParams.set('t', String(startSec));
    embed.searchParams.set('start', String(startSec));
  }
  return {
    watchUrl: watch.href,
    embedUrl: embed.href,
    oembedUrl(format) {
      const url = new URL('/oembed', origin);
      url.searchParams.set('url', watch.href);
      url.searchParams.set('format', format);
      return url.href;
    },
  };
}
