import { extname } from 'node:path';
import type { Context } from 'hono';
import { Hono } from 'hono';
import { saysHiDpi } from '../../shared/hi-dpi-cookie.ts';
import { acceptedLanguages } from '../http/accepted-languages.ts';
import { allowAnyOrigin, crossOriginHeaders, notFoundForAnyOrigin } from '../http/cross-origin.ts';
import { resolveInside } from '../http/resolve-inside.ts';
import { sendFile } from '../http/send-file.ts';
import type { ServerEnv } from '../http/server-env.ts';
import { webContentType } from '../http/web-content-types.ts';
import type { EmbedConfigDeps } from './embed-config.ts';
import { createEmbedConfig } from './embed-config.ts';
import type { EmbedTemplate } from './render-embed-page.ts';
import { renderEmbedPage } from './render-embed-page.ts';

export interface EmbedDeps extends EmbedConfigDeps {
  /** Request header by which the operator's proxy says that the visitor is signed in; `null` for none. */
  loggedInHeader: string | null;
  template: EmbedTemplate;
  /** URLs of what pages with a host load as well. */
  hostScripts: readonly string[];
  /** Real path of the built player page. */
  pageDir: string;
}

/**
 * A host page with an embedder policy only takes frames and workers that have one too. `credentialless` is the policy that
 * still lets a page fetch from origins that know nothing of it.
 */
const embedderPolicy = { 'Cross-Origin-Embedder-Policy': 'credentialless' };

const pageHeaders = {
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  // A process of its own also in frames of the same site: the player's cost is never the host's main thread.
  'Origin-Agent-Cluster': '?1',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  // The poster depends on the screen, the language on the viewer.
  Vary: 'Cookie, Accept-Language',
  ...embedderPolicy,
};

/** Whatever follows, with or without a slash at its end: nothing but the player page may ever show in a frame. */
const pagePaths = ['/embed/*', '/shorts/*', '/v/*', '/e/*'];

/** The player page under all its paths, and the assets it was built with. */
export function createEmbedRoutes({
  template,
  hostScripts,
  pageDir,
  loggedInHeader,
  ...configDeps
}: EmbedDeps): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();

  const showPage = (context: Context<ServerEnv>) => {
    const { hostname, pathname, searchParams } = new URL(context.req.url);
    const config = createEmbedConfig(configDeps, {
      hostname,
      pathname,
      query: searchParams,
      loaderUrl: loaderUrlOf(context),
      isLoggedIn: loggedInHeader === null ? null : isSignedIn(context.req.header(loggedInHeader)),
      isHiDpi: saysHiDpi(context.req.header('Cookie') ?? ''),
    });
    const languages = acceptedLanguages(context.req.header('Accept-Language'));
    const isKnown = config.playerResponse?.playabilityStatus.status !== 'ERROR';
    // Not a 404: browsers would complain of it on the host page's console, which learns of it by `onError`.
    return context.html(renderEmbedPage({ template, hostScripts, config, pathname, languages }), 200, {
      ...pageHeaders,
      // No two visitors may share a page that says which of them is signed in.
      ...(loggedInHeader === null
        ? {}
        : { 'Cache-Control': 'private, no-cache', Vary: `${pageHeaders.Vary}, ${loggedInHeader}` }),
      ...(isKnown ? {} : { 'X-Robots-Tag': 'noindex' }),
    });
  };
  for (const path of pagePaths) routes.get(path, showPage);

  // The address that hosts are told as the video's own (`videoUrl`).
  routes.get('/watch', (context) => {
    const { searchParams } = new URL(context.req.url);
    const id = searchParams.get('v') ?? '';
    searchParams.delete('v');
    return context.redirect(`/embed/${encodeURIComponent(id)}?${searchParams}`);
  });

  routes.options('/assets/*', allowAnyOrigin);
  routes.get('/assets/*', async (context) => {
    const file = await resolveInside(pageDir, context.req.path.slice(1));
    const contentType = file === null ? null : webContentType(extname(file.name));
    if (file === null || contentType === null) return notFoundForAnyOrigin(context);
    // Built assets carry a hash of their content in their name.
    const caching = { 'Cache-Control': 'public, max-age=31536000, immutable' };
    return sendFile(context, {
      root: pageDir,
      path: file.path,
      headers: { ...crossOriginHeaders, ...embedderPolicy, ...caching, 'Content-Type': contentType },
    });
  });
  return routes;
}

/** Proxies name the user in this header, or say whether there is one. */
function isSignedIn(header = ''): boolean {
  return !/^(|0|false|no)$/i.test(header.trim());
}

/** The page that frames this one, as the browser names it; older browsers do not say what a request is for. */
function loaderUrlOf(context: Context<ServerEnv>): string | null {
  const destination = context.req.header('Sec-Fetch-Dest');
  const isFramed = destination === undefined || destination === 'iframe';
  return isFramed ? (context.req.header('Referer') ?? null) : null;
}
