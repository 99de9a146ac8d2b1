import type { Context } from 'hono';
import { Hono } from 'hono';
import { matchLanguage } from '../../../shared/player/languages.ts';
import { isVideoId } from '../../../shared/player/video-id.ts';
import { findPlayerResponse } from '../../api/find-player-response.ts';
import { acceptedLanguages } from '../../http/accepted-languages.ts';
import { caching } from '../../http/caching.ts';
import { clientUrl } from '../../http/client-address.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import { type Library, listedVideos } from '../../library/scan-library.ts';
import { findSharedVideo } from './find-shared-video.ts';
import type { SharingDeps } from './oembed-routes.ts';
import { findPoster } from './poster-picture.ts';
import { videoAddresses } from './video-addresses.ts';
import { watchHead } from './watch-head.ts';
import { watchLimits } from './watch-limits.ts';
import { type PageFrame, renderMissingPage, renderWatchPage } from './watch-page.ts';

/**
 * `GET /watch/VIDEO_ID`: a video's own page, for people and for programs that show previews.
 * `/watch?v=` redirects to it, as on YouTube.
 */
export function createWatchRoutes(deps: SharingDeps): Hono<ServerEnv> {
  const { library, guard, brand, mediaRoot } = deps;
  const routes = new Hono<ServerEnv>();

  const leadToPage = (context: Context<ServerEnv>) => {
    const { searchParams } = new URL(context.req.url);
    const videoId = searchParams.get('v') ?? '';
    const frame = frameOf(context, searchParams, brand);
    if (!isVideoId(videoId)) return showMissing(context, frame, library, 'notFound');
    searchParams.delete('v');
    const query = searchParams.toString();
    return context.redirect(`/watch/${videoId}${query && `?${query}`}`);
  };
  routes.get('/watch', leadToPage);
  routes.get('/watch/', leadToPage);

  routes.get('/watch/*', async (context) => {
    const { origin, searchParams: query } = clientUrl(context);
    const frame = frameOf(context, query, brand);
    const videoId = /^\/watch\/([^/]+)\/?$/.exec(context.req.path)?.[1] ?? '';
    const token = query.get('token') ?? '';
    const { response, admitted } = findPlayerResponse(deps, videoId, {
      place: null,
      isPlaceFresh: false,
      isHiDpi: false,
      asker: { embedder: { type: 'none' }, token, page: null },
    });
    if (admitted === null) {
      const { errorCode = '' } = response.playabilityStatus;
      const isUnknown = /^(api|video)\./.test(errorCode);
      const isExpired = errorCode === 'auth.expired';
      return showMissing(
        context,
        frame,
        library,
        isUnknown ? 'notFound' : isExpired ? 'expired' : 'private',
      );
    }
    const shared = findSharedVideo(deps, videoId);
    const own = { videoId, startSec: null, list: '' };
    if (shared.state === 'private' || shared.state === 'unknown') {
      const page = renderWatchPage({
        ...frame,
        response,
        query,
        head: '',
        addresses: null,
        isEmbeddable: false,
      });
      return context.html(page, 200, {
        'Cache-Control': caching.private,
        Vary: 'Accept-Language',
        'X-Robots-Tag': 'noindex',
      });
    }
    const { video, state } = shared;
    const isEmbeddable = state === 'public';
    const addresses = videoAddresses(origin, own);
    const list = library.playlists.has(query.get('list') ?? '') ? (query.get('list') ?? '') : '';
    const head = watchHead({
      video,
      addresses,
      origin,
      brand,
      poster: await findPoster({ guard, mediaRoot }, video),
      isEmbeddable,
      isFilePublic: !guard.isSigned(video),
    });
    const page = renderWatchPage({
      ...frame,
      response,
      query,
      head,
      addresses: videoAddresses(origin, { ...own, list }),
      isEmbeddable,
    });
    return context.html(page, 200, {
      'Cache-Control': caching.revalidated,
      Vary: 'Accept-Language',
    });
  });
  return routes;
}

function frameOf(context: Context<ServerEnv>, query: URLSearchParams, brand: string): PageFrame {
  const theme = query.get('theme');
  const accepted = acceptedLanguages(context.req.header('Accept-Language'));
  return {
    language: matchLanguage([query.get('hl') ?? '', ...accepted]),
    theme: theme === 'light' || theme === 'dark' ? theme : null,
    brand,
  };
}

function showMissing(
  context: Context<ServerEnv>,
  frame: PageFrame,
  library: Library,
  reason: 'notFound' | 'private' | 'expired',
) {
  const others = listedVideos(library)
    .slice(0, watchLimits.othersCount)
    .map(({ response }) => response.videoDetails);
  return context.html(
    renderMissingPage({ ...frame, reason, others }),
    reason === 'notFound' ? 404 : 403,
    {
      'Cache-Control': caching.revalidated,
      Vary: 'Accept-Language',
      'X-Robots-Tag': 'noindex',
    },
  );
}
