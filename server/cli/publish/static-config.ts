import type { PageConfig } from '../../../shared/page/page-config.ts';
import type { StaticPage } from '../../../shared/page/static-page.ts';
import { absoluteAddresses } from '../../../shared/wire/absolute-addresses.ts';
import { noAssignment } from '../../experiments/assign-arms.ts';
import { findPlaylist } from '../../library/find-playlist.ts';
import type { LibraryVideo } from '../../library/open-video.ts';
import { createEmbedConfig, type EmbedConfigDeps } from '../../pages/embed/embed-config.ts';

export interface StaticConfigDeps extends EmbedConfigDeps {
  /** Origin of the server. */
  api: string;
  /** Origins of the pages, which the server's own options must name too. */
  pageOrigins: readonly string[];
}

/** The data in a published page. */
export interface StaticConfig {
  config: PageConfig;
  page: Omit<StaticPage, 'scripts'>;
}

/** The config of the page for videos without their own page; it asks the API. */
export function genericConfig(deps: StaticConfigDeps): StaticConfig {
  const { playerResponse: _, ...config } = configOf(deps, '/embed/videoseries', false);
  const page = { videoId: null, packaging: null, hasPoster: false, playlists: [], uploads: null };
  return { config, page: { ...page, args: argsOf(deps), privateHost: deps.privateHost } };
}

/**
 * @param isRestricted whether only some pages may embed the video, which its file's headers enforce
 */
export function videoConfig(
  deps: StaticConfigDeps,
  video: LibraryVideo,
  isRestricted: boolean,
): StaticConfig {
  const { videoId, author } = video.response.videoDetails;
  const config = configOf(deps, `/embed/${videoId}`, isRestricted);
  const { library } = deps;
  return {
    config,
    page: {
      videoId,
      packaging: config.playerResponse?.sources[0]?.packaging ?? null,
      hasPoster: Boolean(config.playerResponse?.posterUrl),
      args: argsOf(deps),
      privateHost: deps.privateHost,
      playlists: [...library.playlists.values()].filter(({ videoIds }) =>
        videoIds.includes(videoId),
      ),
      uploads: author === '' ? null : findPlaylist(library, author, 'user_uploads'),
    },
  };
}

function argsOf({ providerConfig }: StaticConfigDeps): StaticPage['args'] {
  return providerConfig.args ?? {};
}

/** The config of a page before any request: without an address, a viewer or a host. */
function configOf(deps: StaticConfigDeps, pathname: string, isRestricted: boolean): PageConfig {
  const { config } = createEmbedConfig(deps, {
    hostname: '',
    pathname,
    query: new URLSearchParams(),
    loaderUrl: null,
    // Related videos may then only be those that any page may embed.
    embedder: { type: isRestricted ? 'none' : 'nameless' },
    signedIn: null,
    isHiDpi: false,
    // A page for everyone cannot differ by chance.
    assignment: noAssignment,
  });
  // The pass expires after a day and names the embedding page.
  const { embedPass: _, ...api } = config.api ?? {};
  const { playerResponse } = config;
  return {
    ...config,
    args: {},
    // A server that does not list the page's origin refuses its credentials.
    api: { ...(deps.pageOrigins.length > 0 && { withCredentials: true }), ...api },
    apiOrigin: deps.api,
    ...(playerResponse && {
      playerResponse: absoluteAddresses(withWatchPage(playerResponse), deps.api),
    }),
  };
}

/** Without an operator's watch page, link to the server's. */
function withWatchPage(response: NonNullable<PageConfig['playerResponse']>) {
  const { videoDetails } = response;
  const watchUrl = videoDetails.watchUrl ?? `/watch/${videoDetails.videoId}`;
  return { ...response, videoDetails: { ...videoDetails, watchUrl } };
}
