import { Hono } from 'hono';
import type { Guard } from '../../access/guard/create-guard.ts';
import { caching } from '../../http/caching.ts';
import { clientUrl } from '../../http/client-address.ts';
import { errorReply } from '../../http/error-reply.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import type { Library } from '../../library/scan-library.ts';
import { describeOEmbed } from './describe-oembed.ts';
import { findSharedVideo } from './find-shared-video.ts';
import { parseOEmbedQuery } from './parse-oembed-query.ts';
import { findPoster } from './poster-picture.ts';
import { parseSharedAddress } from './shared-address.ts';
import { videoAddresses } from './video-addresses.ts';
import { writeOEmbedXml } from './write-oembed-xml.ts';

export interface SharingDeps {
  library: Library;
  guard: Guard;
  brand: string;
  /** Real path of the media directory. */
  mediaRoot: string;
}

/**
 * `GET /oembed?url=&format=&maxwidth=&maxheight=` (oEmbed 1.0): the data with which other programs
 * show a link as a player.
 *
 * - 400: malformed query
 * - 401: a video that is not public, or that not every page may embed
 * - 404: an address of no video here
 * - 501: an unknown format
 */
export function createOEmbedRoutes(deps: SharingDeps): Hono<ServerEnv> {
  const { library, brand } = deps;
  const routes = new Hono<ServerEnv>();
  routes.get('/oembed', async (context) => {
    const { origin, host, searchParams } = clientUrl(context);
    const query = parseOEmbedQuery(searchParams);
    if (!query.ok) {
      const { code, message } = query.error;
      return errorReply(context, code === 'BAD_FORMAT' ? 501 : 400, code, message);
    }
    const address = parseSharedAddress(query.value.url, host);
    const found = address === null ? null : findSharedVideo(deps, address.videoId);
    if (address === null || found === null || found.state === 'unknown')
      return errorReply(
        context,
        404,
        'VIDEO_NOT_FOUND',
        `url is not a video of this server; use one such as ${origin}/watch/VIDEO_ID.`,
      );
    if (found.state === 'private')
      return errorReply(
        context,
        401,
        'PRIVATE',
        'This video is private and cannot be embedded by oEmbed; show its link.',
      );
    if (found.state === 'restricted')
      return errorReply(
        context,
        401,
        'EMBEDDING_RESTRICTED',
        'Only some pages may embed this video; elsewhere, show its link.',
      );
    const { video } = found;
    const list = library.playlists.has(address.list) ? address.list : '';
    const answer = describeOEmbed({
      video,
      addresses: videoAddresses(origin, { ...address, list }),
      origin,
      brand,
      poster: await findPoster(deps, video),
      limits: query.value,
    });
    context.header('Cache-Control', caching.file);
    return query.value.format === 'json'
      ? context.json(answer)
      : context.body(writeOEmbedXml(answer), 200, { 'Content-Type': 'text/xml; charset=utf-8' });
  });
  return routes;
}
