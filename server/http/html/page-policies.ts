import { signInStyle } from '../../operator/telemetry/dashboard/sign-in-page.ts';
import { startPageStyle } from '../../pages/embed/start-page-style.ts';
import { watchPageScript, watchPageStyle } from '../../pages/watch/watch-page-parts.ts';
import type { CspDirectives } from './content-security-policy.ts';
import { addSources } from './content-security-policy.ts';
import { inlineHash } from './inline-hashes.ts';

/** Allows nothing: for answers that are not pages, in case a browser displays one. */
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

/** The operator's dashboard, and the sign-in form at its address. */
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
 * The demo host pages, which act as host pages.
 * @param embedOrigin origin of the player that they frame and the SDK that they load
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
 * The player page's policy without `frame-ancestors`, which depends on the video. It contains the
 * player's own needs: `blob:` for media sources, and for the services' worker in frames without an
 * origin; `data:` for the empty icon.
 *
 * Trusted Types policies: `offstage` creates URLs of workers and of the provider's scripts.
 * `offstage-media` creates the URL of the worker that the markup starts. `default` passes those of
 * engines (`src/player/engines/parts/engine-trust.ts`).
 * @param sources added by this server's configuration and library
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
 * The policy of worker scripts, which do not inherit the page's. RxPlayer's worker reads DASH
 * manifests with WebAssembly, which requires `wasm-unsafe-eval`; eval of JavaScript stays
 * forbidden.
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
 * The policy of the documents, which VitePress builds: files only, nothing inline
 * (`docs/.vitepress/strict-pages.ts`). Trusted Types: Vue uses `vue`; `default` removes the tags
 * from other text (`docs/.vitepress/theme/index.ts`).
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
