import type { PlayerResponse } from '../../shared/player-response.ts';
import type { LibraryVideo } from '../library/open-video.ts';
import { liesInPrivateFolder } from '../library/private-folder.ts';
import type { Library } from '../library/scan-library.ts';
import type { ServerOptions } from '../options/server-options.js';
import { whileSame } from '../while-same.ts';
import type { Admission, AdmitDeps, Asker } from './admit.ts';
import { admit } from './admit.ts';
import type { EmbedPass } from './embed-pass.ts';
import { makeEmbedPass, readEmbedPass } from './embed-pass.ts';
import type { AskedFile } from './media-owners.ts';
import { makeMediaSegment, readMediaSegment, withSegment } from './media-segment.ts';

/** How long a page may ask the API for videos that only some pages may embed. One that is open for longer is loaded again. */
const passLifeSec = 86_400;

/** Addresses that are made within a quarter of their life are the same, so that caches have a use for them. */
const stepsOfLife = 4;

export interface GuardDeps
  extends Pick<ServerOptions, 'embedDomains' | 'signsAll' | 'signedMediaSec'> {
  library: Library;
  signingKey: string;
  /** Unix milliseconds. */
  now: () => number;
}

/** Who asks for a file: with the signature of a video, or as anybody (`videoId` is `null`). */
export interface Fetcher {
  videoId: string | null;
  /** Seconds for which the signature still holds. */
  leftSec: number;
}

/** Who may embed, and who may watch. */
export interface Guard {
  /** Whether not everybody may watch everything everywhere. */
  isNeeded: boolean;
  admit(video: LibraryVideo, asker: Asker): Admission;
  /** What a page brings along to the API, which sees nothing of the page around it. */
  makePass(page: Omit<EmbedPass, 'expiresSec'>): string;
  /** @param pass as it came; who brings none says nothing of where they are */
  askerWith(pass: string | undefined): Asker;
  /** Whether a video's files need signed addresses. */
  isSigned(video: LibraryVideo): boolean;
  /** @returns the address as it can be fetched; by its signature until then at most (Unix seconds, `null` for any time) */
  signUrl<Url extends string | null>(video: LibraryVideo, url: Url, untilSec: number | null): Url;
  /** The same for all addresses of a reply. */
  signResponse(
    video: LibraryVideo,
    response: PlayerResponse,
    untilSec: number | null,
  ): PlayerResponse;
  /** @param signed segment of an address; `null` for one without */
  readSigned(signed: string | null): Fetcher | 'WRONG_SIGNATURE' | 'EXPIRED';
  mayFetchFile(fetcher: Fetcher, file: AskedFile): boolean;
  mayFetchOf(fetcher: Fetcher, video: LibraryVideo): boolean;
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
    const stepSec = Math.max(1, Math.floor(signedMediaSec / stepsOfLife));
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
        expiresSec: Math.max(nowSec() + passLifeSec, page.untilSec ?? 0),
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
    mayFetchFile({ videoId }, file) {
      const { owners } = library;
      // A file that has just come may belong to a private video: nobody gets it before that is read.
      if (!library.isThere(file)) return false;
      // Without owners no video is private yet, but one may just have come into such a folder.
      if (owners === null) return ![file.asked, file.real].some(liesInPrivateFolder);
      if (owners.isPublic(file)) return true;
      return videoId !== null && owners.belongsTo(videoId, file);
    },
    mayFetchOf: ({ videoId }, video) =>
      !isSigned(video) || videoId === video.response.videoDetails.videoId,
  };
}
