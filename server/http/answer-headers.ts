import { apiCalls } from '../../shared/api-calls.ts';
import { visitorIdPath } from '../../shared/visitor-id-path.ts';
import type { CspDirectives } from './content-security-policy.ts';
import { renderPolicy } from './content-security-policy.ts';
import {
  closedPolicy,
  dashboardPolicy,
  docsPolicy,
  playerPolicy,
  startPagePolicy,
  watchPolicy,
  workerPolicy,
} from './page-policies.ts';
import type { RequestBudget } from './request-budgets.ts';

/** Headers shared by all answers of a kind, errors included. */
export interface AnswerHeaders {
  /** Title in the documentation. */
  title: string;
  /** Request paths; a final `*` matches any rest. The first kind with a matching path applies. */
  paths: readonly string[];
  headers: Readonly<Record<string, string>>;
  /** Possible `Cache-Control` values of successful answers; each route chooses one. */
  cached: readonly string[];
  /** Players call it; `--page-origin` decides from pages of which origins (`admit-callers.ts`). */
  isCalled?: true;
  /** The budget of its requests; `calls` by default. */
  budget?: RequestBudget;
}

/** `Cache-Control` values. Errors have none, so that caches do not keep them. */
export const caching = {
  /** Revalidated on each use. */
  revalidated: 'no-cache',
  never: 'no-store',
  /** Never shared between visitors. */
  private: 'private, no-cache',
  /** A name with a content hash never gets other content. */
  hashed: 'public, max-age=31536000, immutable',
  /** The same, for an authorized client only. */
  privateHashed: 'private, max-age=31536000, immutable',
  /** A file may be replaced under its name. */
  file: 'public, max-age=3600',
  /**
   * For the client with the address, no longer than the address is valid; never in shared caches.
   */
  signedFile: (leftSec: number) => `private, max-age=${Math.min(3_600, leftSec)}`,
  /**
   * Pages name these paths for years. A new build arrives within minutes, and busy pages do not
   * revalidate each time.
   */
  stable: 'public, max-age=300',
  /** A part's bytes never change under its name, and clients soon stop requesting it. */
  livePart: 'public, max-age=60',
} as const;

const noSniff = { 'X-Content-Type-Options': 'nosniff' } as const;

/**
 * For scripts, modules and frames of any origin: sandboxed frames have none, and no answer depends
 * on credentials.
 */
const forAnyOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  ...noSniff,
} as const;

/** For answers that scripts read: across origins, they see few headers unless exposed. */
const readByAnyOrigin = {
  ...forAnyOrigin,
  'Access-Control-Expose-Headers': 'Content-Range, Date, Retry-After',
} as const;

/**
 * Headers for callers of a configured origin, which may read the answer and its timing. Only these
 * may send cookies, by which a proxy before this server may recognize viewers.
 */
export function readByOrigin(origin: string): Readonly<Record<string, string>> {
  return {
    ...readByAnyOrigin,
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Timing-Allow-Origin': origin,
  };
}

/**
 * A host page with an embedder policy only accepts frames and workers that have one too.
 * `credentialless` still lets a page fetch from origins without such headers.
 */
const embedderPolicy = { 'Cross-Origin-Embedder-Policy': 'credentialless' } as const;

const referrerPolicy = { 'Referrer-Policy': 'strict-origin-when-cross-origin' } as const;

/**
 * Features that neither the player nor its scripts use. All others (autoplay, fullscreen,
 * encrypted-media, picture-in-picture, geolocation, clipboard-write, web-share) depend on the
 * host's `allow`; the page has no other frames.
 */
const denied = [
  'accelerometer',
  'camera',
  'display-capture',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
const permissionsPolicy = {
  'Permissions-Policy': denied.map((feature) => `${feature}=()`).join(', '),
} as const;

const closed = {
  ...noSniff,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': renderPolicy(closedPolicy),
} as const;

/** With `no-referrer`, browsers would also hide the origin of the page's forms. */
const ofDashboard = {
  ...closed,
  'Referrer-Policy': 'same-origin',
  'Content-Security-Policy': renderPolicy(dashboardPolicy),
} as const;

/** The operator's dashboard, including its sign-in form. */
const dashboardKinds = {
  dashboard: {
    title: 'Dashboard',
    paths: ['/telemetry', '/telemetry/'],
    cached: [caching.never],
    headers: ofDashboard,
  },
  dashboardAsset: {
    title: 'Scripts and styles of the dashboard',
    paths: ['/telemetry/assets/*'],
    cached: [caching.privateHashed],
    headers: closed,
  },
  session: {
    title: 'Signing in and out of the dashboard',
    paths: ['/telemetry/session', '/telemetry/session/end'],
    cached: [caching.never],
    headers: ofDashboard,
  },
} as const;

/** @param sources sources from the server's configuration and library, by directive */
export function createAnswerHeaders(sources: CspDirectives) {
  return {
    playerPage: {
      title: 'Player page',
      paths: ['/embed', '/embed/*', '/shorts', '/shorts/*', '/v', '/v/*', '/e', '/e/*'],
      cached: [caching.revalidated, caching.private],
      headers: {
        ...noSniff,
        'Cross-Origin-Resource-Policy': forAnyOrigin['Cross-Origin-Resource-Policy'],
        ...embedderPolicy,
        ...referrerPolicy,
        ...permissionsPolicy,
        'Content-Security-Policy': renderPolicy(playerPolicy(sources)),
      },
    },
    watchPage: {
      title: 'Page of a video',
      paths: ['/watch', '/watch/*'],
      cached: [caching.revalidated, caching.private],
      headers: {
        ...noSniff,
        ...referrerPolicy,
        ...permissionsPolicy,
        'Content-Security-Policy': renderPolicy(watchPolicy),
      },
    },
    oembed: {
      title: 'oEmbed',
      paths: ['/oembed'],
      cached: [caching.file],
      headers: readByAnyOrigin,
    },
    schemas: {
      title: 'JSON Schemas',
      paths: ['/schemas', '/schemas/*'],
      cached: [caching.stable],
      headers: readByAnyOrigin,
    },
    asset: {
      title: 'Built scripts, workers and styles',
      paths: ['/assets/*'],
      cached: [caching.hashed],
      budget: 'files',
      headers: {
        ...forAnyOrigin,
        ...embedderPolicy,
        'Content-Security-Policy': renderPolicy(workerPolicy(sources)),
      },
    },
    hostScript: {
      title: 'What host pages load: SDK, posters',
      paths: ['/iframe_api', '/iframe_api/', '/player_api', '/player_api/', '/sdk/*', '/poster/*'],
      // The host may measure these, because they are part of its own load time.
      cached: [caching.stable, caching.hashed, caching.revalidated],
      budget: 'files',
      headers: { ...forAnyOrigin, 'Timing-Allow-Origin': '*' },
    },
    botDetection: {
      title: 'Bot detection’s script',
      paths: ['/bot-detection/*'],
      cached: [caching.file],
      headers: forAnyOrigin,
    },
    media: {
      title: 'Media',
      paths: ['/media/*'],
      cached: [caching.file],
      budget: 'files',
      headers: readByAnyOrigin,
    },
    live: {
      title: 'Live playlists and parts',
      paths: ['/live/*'],
      cached: [caching.revalidated, caching.livePart],
      budget: 'live',
      headers: readByAnyOrigin,
    },
    intake: {
      title: 'Intake of events and reports',
      paths: ['/youtubei/v1/log_event', '/youtubei/v1/video_stats', '/log', '/error_204'],
      cached: [caching.never],
      headers: readByAnyOrigin,
      isCalled: true,
    },
    api: {
      title: 'API, licences',
      paths: ['/youtubei/*', '/license/*'],
      cached: [caching.revalidated, caching.never],
      headers: readByAnyOrigin,
      isCalled: true,
    },
    check: {
      title: 'Connectivity check',
      paths: ['/generate_204'],
      cached: [caching.never],
      budget: 'checks',
      headers: readByAnyOrigin,
    },
    viewerIds: {
      title: 'Ids of visitors and accounts',
      paths: [visitorIdPath, apiCalls.getDatasyncIds.path],
      cached: [caching.never],
      headers: closed,
      isCalled: true,
    },
    ...dashboardKinds,
    telemetry: {
      title: 'Telemetry',
      paths: ['/telemetry/*'],
      cached: [caching.never],
      headers: closed,
    },
    startPage: {
      title: 'Start page, licences of what is built in',
      paths: ['/', '/licenses.txt'],
      cached: [caching.revalidated],
      headers: {
        ...noSniff,
        ...referrerPolicy,
        'Content-Security-Policy': renderPolicy(startPagePolicy),
      },
    },
    health: {
      title: 'Health checks',
      paths: ['/healthz', '/readyz'],
      cached: [caching.never],
      budget: 'checks',
      headers: closed,
    },
    other: { title: 'Whatever else', paths: ['*'], cached: [], headers: closed },
  } as const satisfies Record<string, AnswerHeaders>;
}

/**
 * Answers of the demo's origin. Its pages also have a policy that names the player's origin
 * (`demoPolicy`).
 */
export const demoKinds: readonly AnswerHeaders[] = [
  ...Object.values(dashboardKinds),
  { title: 'Telemetry', paths: ['/telemetry/*'], cached: [caching.never], headers: closed },
  {
    title: 'Documents',
    paths: ['/docs', '/docs/*'],
    cached: [caching.revalidated],
    headers: { ...noSniff, ...referrerPolicy, 'Content-Security-Policy': renderPolicy(docsPolicy) },
  },
  {
    title: 'Demo pages',
    paths: ['*'],
    cached: [caching.revalidated],
    headers: { ...noSniff, ...referrerPolicy },
  },
];
