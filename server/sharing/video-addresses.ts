/** Where a shared video is: its page for people, its player for frames, and what describes it for programs. Absolute. */
export interface VideoAddresses {
  watchUrl: string;
  embedUrl: string;
  /** Of the answer in the one or the other format. */
  oembedUrl(format: 'json' | 'xml'): string;
}

export interface WhatToShare {
  videoId: string;
  /** Seconds at which it starts; `null` at the beginning. */
  startSec: number | null;
  /** Id of a playlist that there is; empty for none. */
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
  // YouTube's names: `t` on the page of a video, `start` on that of a player.
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
