import { startPageStyle } from '../embed/start-page-style.ts';
import { watchPageScript, watchPageStyle } from '../sharing/watch-page-parts.ts';
import { signInStyle } from '../telemetry/dashboard/sign-in-page.ts';
import type { CspDirectives } from './content-security-policy.ts';
import { addSources } from './content-security-policy.ts';
import { inlineHash } from './inline-hashes.ts';

/** Nothing at all: for answers that are no pages, should a browser show one as such. */
export const closedPolicy: CspDirectives = {
  'default-src': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** The start page: links, and one style. */
export const startPagePolicy: CspDirectives = {
  'default-src': ["'none'"],
  'style-src': [inlineHash(startPageStyle)],
  'img-src': ['data:'],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** The operator's dashboard, and the form that stands in its place. */
export const dashboardPolicy: CspDirectives = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", inlineHash(signInStyle)],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ["'none'"],
};

/** The pages of videos: the player in a frame, one style, one script that makes no markup. */
export const watchPolicy: CspDirectives = {
  'default-src': ["'none'"],
  'script-src': [inlineHash(watchPageScript)],
  'style-src': [inlineHash(watchPageStyle)],
  'img-src': ['data:'],
  'connect-src': ["'self'"],
  'frame-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ["'none'"],
};

/**
 * The demo host pages, which do what host pages do.
 * @param embedOrigin whose player they frame, and whose SDK they load
 */
export function demoPolicy(embedOrigin: string): CspDirectives {
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", embedOrigin],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', embedOrigin],
    'connect-src': ["'self'", embedOrigin],
    'frame-src': [embedOrigin],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
}

const noMarkupFromText: CspDirectives = { 'require-trusted-types-for': ["'script'"] };

/**
 * The player page's policy without `frame-ancestors`, which depends on the video. What stands here is what the player needs by
 * itself: `blob:` is a media source's address, and the services' worker in frames without an origin; `data:` the empty icon.
 * Of Trusted Types, `offstage` gives its workers and the provider's scripts their addresses, `offstage-media` the worker that the
 * markup itself starts, and `default` lets the engines through (`src/player/engines/engine-trust.ts`).
 * @param sources what this server's configuration and library add
 */
export function playerPolicy(sources: CspDirectives): CspDirectives {
  return addSources(
    {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'", 'data:'],
      'media-src': ["'self'", 'blob:'],
      'connect-src': ["'self'"],
      'worker-src': ["'self'", 'blob:'],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      ...noMarkupFromText,
      'trusted-types': ['offstage', 'offstage-media', 'default'],
    },
    sources,
  );
}

/**
 * Of the worker scripts, which do not inherit the page's. RxPlayer's worker reads DASH manifests with WebAssembly, which without
 * `wasm-unsafe-eval` would not be compiled; JavaScript from text stays forbidden.
 */
export function workerPolicy(sources: CspDirectives): CspDirectives {
  return addSources(
    {
      'default-src': ["'none'"],
      'script-src': ["'self'", "'wasm-unsafe-eval'"],
      'connect-src': ["'self'"],
      ...noMarkupFromText,
      'trusted-types': ["'none'"],
    },
    { 'connect-src': sources['connect-src'] ?? [] },
  );
}

/**
 * The documents as VitePress builds them: files only, nothing inline
 * (`docs/.vitepress/strict-pages.ts`). Of Trusted Types, `vue` renders, and `default` takes the tags
 * out of any other text (`docs/.vitepress/theme/index.ts`).
 */
export const docsPolicy: CspDirectives = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  ...noMarkupFromText,
  'trusted-types': ['vue', 'default'],
};
