import { join } from 'node:path';
import { frameAncestorsOf } from '../../access/guard/embed-domains.js';
import type { LibraryVideo } from '../../library/open-video.ts';
import type { PublishCall } from './publish-call.ts';
import type { PublishDeps } from './publish-deps.ts';
import { writePage } from './publish-files.ts';
import { type StaticConfig, type StaticConfigDeps, videoConfig } from './static-config.ts';
import { framedBy } from './static-headers.ts';

interface VideoPages {
  pageCount: number;
  /** A sentence for each video that has no page, or whose page its host must guard. */
  warnings: string[];
  /** `frame-ancestors` by the id of the video. */
  restricted: ReadonlyMap<string, string>;
}

interface VideoPagesDeps extends Pick<PublishDeps, 'signal' | 'onProgress'> {
  pagesDir: string;
  render: (of: StaticConfig) => string;
  /** The page that asks the API for the video of its address, each time: live ones get it. */
  generic: string;
  /** For videos without a list of their own. */
  embedDomains: PublishCall['options']['embedDomains'];
}

/** @returns `null` if the signal stopped it */
export async function writeVideoPages(
  config: StaticConfigDeps,
  { pagesDir, render, generic, embedDomains, signal, onProgress }: VideoPagesDeps,
): Promise<VideoPages | null> {
  const warnings: string[] = [];
  const restricted = new Map<string, string>();
  const videos = [...config.library.videos.values()];
  let pageCount = 0;
  for (const video of videos) {
    if (signal.aborted) return null;
    const { videoId, title, isLive } = video.response.videoDetails;
    const reason = whyNot(video);
    if (reason !== null) {
      warnings.push(`${videoId} (${title}) was not published: ${reason}`);
      continue;
    }
    let page = generic;
    if (!isLive) {
      const domains = video.embedDomains === undefined ? embedDomains : video.embedDomains;
      if (domains !== null) {
        restricted.set(videoId, framedBy(["'self'", ...frameAncestorsOf(domains)]));
        warnings.push(
          `${videoId} (${title}) may be embedded by some pages only. Only the headers enforce this, so the host must send them (_headers, nginx.conf).`,
        );
      }
      page = render(videoConfig(config, video, domains !== null));
    }
    await writePage(join(pagesDir, videoId), page);
    pageCount += 1;
    onProgress?.(pageCount, videos.length);
  }
  return { pageCount, warnings, restricted };
}

/** @returns why a video gets no page, with the alternative; `null` if it gets one */
function whyNot({ response, isPrivate }: LibraryVideo): string | null {
  const { status, reason } = response.playabilityStatus;
  if (isPrivate)
    return 'it is private: its signed URLs expire, and published files cannot renew them. Embed it from the server itself with a signed URL.';
  return status === 'OK' ? null : `it cannot be played (${reason ?? 'no reason is known'}).`;
}
