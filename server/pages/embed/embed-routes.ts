import { extname } from 'node:path';
import type { Context } from 'hono';
import { Hono } from 'hono';
import { pageAround } from '../../../shared/page/page-around.ts';
import type { PageConfig } from '../../../shared/page/page-config.ts';
import { saysHiDpi } from '../../../shared/wire/hi-dpi-cookie.ts';
import { frameAncestorsOf } from '../../access/guard/embed-domains.js';
import { readEmbedder } from '../../access/guard/embedder.ts';
import type { ViewerCommands } from '../../api/viewer-commands.ts';
import type { Experiments } from '../../experiments/run-experiments.ts';
import { acceptedLanguages } from '../../http/accepted-languages.ts';
import { caching } from '../../http/caching.ts';
import { clientUrl } from '../../http/client-address.ts';
import { resolveInside } from '../../http/files/resolve-inside.ts';
import { sendBuiltFile } from '../../http/files/send-file.ts';
import { webContentType } from '../../http/files/web-content-types.ts';
import type { ServerEnv } from '../../http/server-env.ts';
import { hostOfPage } from '../../store/reports/host-of-page.ts';
import { videoAddresses } from '../watch/video-addresses.ts';
import type { EmbedBuild } from './embed-build.ts';
import type { EmbedConfigDeps } from './embed-config.ts';
import { createEmbedConfig } from './embed-config.ts';
import { embedPageHeaders } from './embed-page-headers.ts';
import { expectsEvents } from './expects-events.ts';
import { renderEmbedPage } from './render-embed-page.ts';
import type { ServedPages } from './served-pages.ts';
import type { ReadSignedIn } from './signed-in.ts';

export interface EmbedDeps extends EmbedConfigDeps {
  /** Request header in which the operator's proxy names the signed-in visitor; `null` for none. */
  loggedInHeader: string | null;
  readSignedIn: ReadSignedIn;
  build: EmbedBuild;
  /** Builds of experiments, whose files are served too. */
  otherBuilds: readonly EmbedBuild[];
  experiments: Experiments;
  viewerCommands: ViewerCommands;
  /** Counts pages that should send events. */
  servedPages: Pick<ServedPages, 'add'>;
  /** Content-Security-Policy of every player page. */
  pagePolicy: () => string;
}

/** Any rest of the path, with or without a trailing slash. Only the player page may be framed. */
const pagePaths = ['/embed/*', '/shorts/*', '/v/*', '/e/*'];

/**
 * The player page under all its paths, its built assets, and the licences of the packages in them.
 */
export function createEmbedRoutes({
  build,
  otherBuilds,
  experiments,
  loggedInHeader,
  readSignedIn,
  pagePolicy,
  viewerCommands,
  servedPages,
  ...configDeps
}: EmbedDeps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();

  const showPage = (context: Context<ServerEnv>) => {
    const { host, hostname, pathname, searchParams } = new URL(context.req.url);
    const embedder = readEmbedder({
      destination: context.req.header('Sec-Fetch-Dest'),
      referer: context.req.header('Referer'),
      ownHost: host,
    });
    const assignment = experiments.assign({ hasRuntime: searchParams.has('runtime') });
    const { config: bare, admitted } = createEmbedConfig(configDeps, {
      hostname,
      pathname,
      query: searchParams,
      loaderUrl: loaderUrlOf(context),
      embedder,
      signedIn: loggedInHeader === null ? null : readSignedIn(context.req.header(loggedInHeader)),
      assignment,
      isHiDpi: saysHiDpi(context.req.header('Cookie') ?? ''),
    });
    const config: PageConfig = {
      ...bare,
      ...(bare.playerResponse && {
        playerResponse: viewerCommands.addTo(bare.playerResponse, bare.api?.isLoggedIn === true),
      }),
    };
    const languages = acceptedLanguages(context.req.header('Accept-Language'));
    const userAgent = context.req.header('User-Agent') ?? '';
    const { template, scripts } = assignment.build ?? build;
    const page = renderEmbedPage({ template, scripts, config, pathname, languages, userAgent });
    countPage(context, config, servedPages);
    const site = context.req.header('Sec-Fetch-Site');
    // A host that may not frame the video gets a page with the reason, and may frame that page.
    const domains = admitted?.domains ?? null;
    const pageHeaders = embedPageHeaders({
      frameAncestors: domains === null ? null : ["'self'", ...frameAncestorsOf(domains)],
      policy: pagePolicy(),
      ownOrigin: clientUrl(context).origin,
      site,
    });
    const isForAnybody = admitted !== null && admitted.untilSec === null;
    const varies = [
      ...(configDeps.guard.isNeeded ? ['Referer', 'Sec-Fetch-Dest'] : []),
      ...(loggedInHeader === null ? [] : [loggedInHeader]),
    ];
    // Not a 404: browsers would log an error to the host page's console, and the host gets
    // `onError` anyway.
    return context.html(page, 200, {
      ...pageHeaders,
      // Shared caches must not store a page with a sign-in state, a video for one visitor only, or
      // the arms of one page.
      ...((varies.length > 0 || experiments.areRunning()) && {
        'Cache-Control': caching.private,
        Vary: [pageHeaders.Vary, ...varies].join(', '),
      }),
      ...(isForAnybody ? {} : { 'X-Robots-Tag': 'noindex' }),
      ...(isForAnybody &&
        domains === null &&
        site === undefined &&
        discoveryLinks(context, config)),
    });
  };
  for (const path of pagePaths) routes.get(path, showPage);

  routes.get('/assets/*', async (context) => {
    for (const { pageDir } of [build, ...otherBuilds]) {
      const file = await resolveInside(pageDir, context.req.path.slice(1));
      const contentType = file === null ? null : webContentType(extname(file.name));
      if (file === null || contentType === null) continue;
      return sendBuiltFile(context, {
        root: pageDir,
        path: file.path,
        headers: { 'Content-Type': contentType, 'Cache-Control': caching.hashed },
      });
    }
    return context.notFound();
  });

  routes.get('/licenses.txt', async (context) => {
    const { pageDir } = build;
    const file = await resolveInside(pageDir, 'licenses.txt');
    if (file === null) return context.notFound();
    const headers = {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': caching.revalidated,
    };
    return sendBuiltFile(context, { root: pageDir, path: file.path, headers });
  });
  return routes;
}

/** Counts a page that should send events, under the host that its own events will name. */
function countPage(
  { req }: Context<ServerEnv>,
  config: PageConfig,
  servedPages: EmbedDeps['servedPages'],
): void {
  if (!expectsEvents({ method: req.method, header: (name) => req.header(name) }, config)) return;
  const loaderUrl = `${config.args.loaderUrl ?? ''}`;
  servedPages.add(hostOfPage({ isFramed: true, loaderUrl }));
}

/**
 * Lets programs with the player's address discover its oEmbed. Browsers, which send
 * `Sec-Fetch-Site`, do not need these bytes.
 */
function discoveryLinks(context: Context<ServerEnv>, config: PageConfig): { Link?: string } {
  const videoId = config.playerResponse?.videoDetails.videoId;
  if (videoId === undefined) return {};
  const { oembedUrl } = videoAddresses(clientUrl(context).origin, {
    videoId,
    startSec: null,
    list: '',
  });
  const link = (format: 'json' | 'xml', type: string) =>
    `<${oembedUrl(format)}>; rel="alternate"; type="${type}"`;
  return { Link: `${link('json', 'application/json+oembed')}, ${link('xml', 'text/xml+oembed')}` };
}

/**
 * The page that frames this one, from `Referer`. Older browsers do not send a request's
 * destination.
 */
function loaderUrlOf(context: Context<ServerEnv>): string | null {
  const destination = context.req.header('Sec-Fetch-Dest');
  const isFramed = destination === undefined || destination === 'iframe';
  const around = isFramed
    ? pageAround(context.req.header('Referer') ?? '', clientUrl(context).host)
    : '';
  return around === '' ? null : around;
}
