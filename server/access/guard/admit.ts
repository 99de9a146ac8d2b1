import type { PlayerErrorName } from '../../../shared/player/player-error.ts';
import type { LibraryVideo } from '../../library/open-video.ts';
import { type EmbedDomain, frameAncestorsOf, isEmbedDomain } from './embed-domains.js';
import { readEmbedToken } from './embed-token.js';
import type { Embedder } from './embedder.ts';

/** A request to watch a video. */
export interface Client {
  embedder: Embedder;
  /** Token of a signed embed URL; empty for none. */
  token: string;
  /**
   * For an API call: the page's video, and the end of its signed URL in Unix seconds. `null` for
   * the page itself.
   */
  page: { videoId: string; untilSec: number | null } | null;
}

export type Admission =
  /**
   * `untilSec`: Unix seconds, `null` for no end. `domains`: pages that browsers may let frame the
   * video, `null` for any.
   */
  | { isAdmitted: true; untilSec: number | null; domains: readonly EmbedDomain[] | null }
  /** `cause`: a sentence for the developer of the page; `null` if the code says it all. */
  | { isAdmitted: false; errorCode: Refusal; cause: string | null };

export type Refusal = Extract<
  PlayerErrorName,
  'auth.private' | 'auth.expired' | 'embedding.domain' | 'embedder.identity.missing.referrer'
>;

export interface AdmitDeps {
  signingKey: string;
  nowSec: number;
  /** `null` for any. */
  domainsOf: (video: LibraryVideo) => readonly EmbedDomain[] | null;
  findVideo: (videoId: string) => LibraryVideo | undefined;
}

/**
 * Decides whether a viewer may watch a video on this page: first who may watch, then which page may
 * embed.
 */
export function admit(video: LibraryVideo, asker: Client, deps: AdmitDeps): Admission {
  const { signingKey, nowSec, domainsOf } = deps;
  const { videoId } = video.response.videoDetails;
  const domains = domainsOf(video);
  if (!video.isPrivate) return amongPages(video, asker, { untilSec: null, domains }, deps);
  const { page } = asker;
  if (page !== null) {
    // The guard checked the page's embedder when the page was opened.
    if (page.untilSec === null || page.videoId !== videoId) return refused('auth.private');
    return page.untilSec > nowSec
      ? { isAdmitted: true, untilSec: page.untilSec, domains: null }
      : refused('auth.expired');
  }
  const grant = readEmbedToken(signingKey, videoId, asker.token, nowSec);
  if (!grant.ok) return refused(grant.error);
  const { expiresSec: untilSec, domain } = grant.value;
  if (domain === null) return amongPages(video, asker, { untilSec, domains }, deps);
  // A token for one domain is valid for its pages only, and they need no other permission.
  const { embedder } = asker;
  const admission =
    embedder.type === 'none'
      ? refused('embedding.domain')
      : amongPages(video, asker, { untilSec, domains: [domain] }, deps);
  return !admission.isAdmitted && admission.errorCode === 'embedding.domain'
    ? refused('embedding.domain', otherPage(domain, embedder))
    : admission;
}

/** A token is no secret to the page that has it, so its domain may be named. */
function otherPage(domain: EmbedDomain, embedder: Embedder): string {
  const page = embedder.type === 'page' ? `this page is ${embedder.origin}` : 'no page embeds it';
  return `The token allows ${frameAncestorsOf([domain]).join(' and ')}; ${page}.`;
}

function amongPages(
  video: LibraryVideo,
  { embedder, page }: Client,
  terms: { untilSec: number | null; domains: readonly EmbedDomain[] | null },
  deps: AdmitDeps,
): Admission {
  const admitted = { isAdmitted: true, ...terms } as const;
  const { domains } = terms;
  if (domains === null) return admitted;
  switch (embedder.type) {
    case 'none':
      return admitted;
    case 'page':
      return isEmbedDomain(domains, embedder.origin)
        ? admitted
        : refused('embedding.domain', 'Ask the operator to allow this page.');
    case 'nameless':
      return refused('embedder.identity.missing.referrer');
    case 'unknown': {
      // The browser enforces `frame-ancestors` for the page's own video. Another video is allowed
      // if the same domains may embed it.
      const first = page === null ? video : deps.findVideo(page.videoId);
      const isAlike = first !== undefined && isSame(deps.domainsOf(first), domains);
      return isAlike ? admitted : refused('embedder.identity.missing.referrer');
    }
  }
}

function isSame(a: readonly EmbedDomain[] | null, b: readonly EmbedDomain[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function refused(errorCode: Refusal, cause: string | null = null): Admission {
  return { isAdmitted: false, errorCode, cause };
}
