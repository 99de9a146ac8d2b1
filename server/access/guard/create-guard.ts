import type { PlayerResponse } from '../../../shared/player/player-response.ts';
import { whileSame } from '../../http/while-same.ts';
import type { LibraryVideo } from '../../library/open-video.ts';
import { liesInPrivateFolder } from '../../library/private-folder.js';
import type { Library } from '../../library/scan-library.ts';
import type { ServerOptions } from '../../options/server-options.js';
import type { Admission, AdmitDeps, Client } from './admit.ts';
import { admit } from './admit.ts';
import type { EmbedPass } from './embed-pass.ts';
import { makeEmbedPass, readEmbedPass } from './embed-pass.ts';
import { guardLimits } from './guard-limits.js';
import type { AskedFile } from './media-owners.ts';
import { makeMediaSegment, readMediaSegment, withSegment } from './media-segment.ts';

export interface GuardDeps
  extends Pick<ServerOptions, 'embedDomains' | 'signsAll' | 'signedMediaSec'> {
  library: Library;
  signingKey: string;
  /** Unix milliseconds. */
  now: () => number;
}

/** A request for a file: with the signature of a video, or without one (`videoId` is `null`). */
export interface Fetcher {
  videoId: string | null;
  /** Seconds until the signature expires. */
  leftSec: number;
}

/** Decides who may embed and who may watch. */
export interface Guard {
  /** Whether there are any restrictions. */
  isNeeded: boolean;
  admit(video: LibraryVideo, asker: Client): Admission;
  /** Makes the pass that a page sends to the API, which cannot see the page's embedder. */
  makePass(page: Omit<EmbedPass, 'expiresSec'>): string;
  /** @param pass as received; without one, the embedder is unknown */
  askerWith(pass: string | undefined): Client;
  /** Whether a video's files need signed addresses. */
  isSigned(video: LibraryVideo): boolean;
  /**
   * @param untilSec latest end of the signature in Unix seconds; `null` for no limit
   * @returns the address, signed if needed
   */
  signUrl<Url extends string | null>(video: LibraryVideo, url: Url, untilSec: number | null): Url;
  /** The same for all addresses of a response. */
  signResponse(
    video: LibraryVideo,
    response: PlayerResponse,
    untilSec: number | null,
  ): PlayerResponse;
  /** @param signed segment of an address; `null` for none */
  readSigned(signed: string | null): Fetcher | 'WRONG_SIGNATURE' | 'EXPIRED';
  canFetchFile(fetcher: Fetcher, file: AskedFile): boolean;
  canFetchVideo(fetcher: Fetcher, video: LibraryVideo): boolean;
}

export function createGuard(deps: GuardDeps): Guard {
  const { library, signingKey, signsAll, signedMediaSec } = deps;
  const nowSec = () => Math.floor(deps.now() / 1_000);
  const domainsOf: AdmitDeps['domainsOf'] = ({ embedDomains = deps.embedDomains }) => embedDomains;
  const isSigned = ({ isPrivate }: LibraryVideo) => isPrivate || signsAll;

  const isNeeded = whileSame(
    () => library.videos,
    () =>
      [...library.videos.values()].some((video) => video.isPrivate || domainsOf(video) !== null),
  );

  function signUrl<Url extends string | null>(
    video: LibraryVideo,
    url: Url,
    untilSec: number | null,
  ): Url {
    if (url === null || !isSigned(video)) return url;
    const stepSec = Math.max(1, Math.floor(signedMediaSec / guardLimits.addressStepsCount));
    const expiresSec = Math.ceil(nowSec() / stepSec) * stepSec + signedMediaSec;
    const { videoId } = video.response.videoDetails;
    const segment = { videoId, expiresSec: Math.min(expiresSec, untilSec ?? expiresSec) };
    return withSegment(url, makeMediaSegment(signingKey, segment)) as Url;
  }

  return {
    get isNeeded() {
      return isNeeded();
    },
    admit: (video, asker) =>
      admit(video, asker, {
        signingKey,
        nowSec: nowSec(),
        domainsOf,
        findVideo: (videoId) => library.videos.get(videoId),
      }),
    makePass: (page) =>
      makeEmbedPass(signingKey, {
        ...page,
        expiresSec: Math.max(nowSec() + guardLimits.passLifeSec, page.untilSec ?? 0),
      }),
    askerWith(pass = '') {
      const page = readEmbedPass(signingKey, pass, nowSec());
      return { embedder: page?.embedder ?? { type: 'nameless' }, token: '', page };
    },
    isSigned,
    signUrl,
    signResponse(video, response, untilSec) {
      if (!isSigned(video)) return response;
      const signed = <Url extends string | null>(url: Url) => signUrl(video, url, untilSec);
      const { sources, captionTracks, posterUrl, storyboardUrl } = response;
      return {
        ...response,
        sources: sources.map(({ url, drm, ...source }) => ({
          ...source,
          url: signed(url),
          ...(drm && {
            drm: drm.map((system) => ({
              ...system,
              licenseUrl: signed(String(system.licenseUrl)),
            })),
          }),
        })),
        captionTracks: captionTracks.map((track) => ({ ...track, url: signed(track.url) })),
        posterUrl: signed(posterUrl),
        storyboardUrl: signed(storyboardUrl),
      };
    },
    readSigned(signed) {
      if (signed === null) return { videoId: null, leftSec: Number.POSITIVE_INFINITY };
      const segment = readMediaSegment(signingKey, signed);
      if (segment === null) return 'WRONG_SIGNATURE';
      const leftSec = segment.expiresSec - nowSec();
      return leftSec > 0 ? { videoId: segment.videoId, leftSec } : 'EXPIRED';
    },
    canFetchFile({ videoId }, file) {
      const { owners } = library;
      // A new file may belong to a private video, so refuse it until the library has read it.
      if (!library.hasFile(file)) return false;
      // Without owners no video is private, but a new file may be in a private folder.
      if (owners === null) return ![file.asked, file.real].some(liesInPrivateFolder);
      if (owners.isPublic(file)) return true;
      return videoId !== null && owners.belongsTo(videoId, file);
    },
    canFetchVideo: ({ videoId }, video) =>
      !isSigned(video) || videoId === video.response.videoDetails.videoId,
  };
}
