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

/** What is the same for all answers of a kind, errors included. */
export interface AnswerHeaders {
  /** What it is, for the docs. */
  title: string;
  /** Paths as requests name them; `*` at the end stands for whatever follows. The first kind that has a path counts. */
  paths: readonly string[];
  headers: Readonly<Record<string, string>>;
  /** `Cache-Control` of those that are no errors, each route's own choice of these. */
  cached: readonly string[];
  /** Players call it; pages of which origins may is for `--page-origin` to say (`admit-callers.ts`). */
  isCalled?: true;
  /** What its requests count against; calls unless it says so. */
  budget?: RequestBudget;
}

/** How long answers may be kept; errors say nothing of it, so that nobody keeps one. */
export const caching = {
  /** Asked about again each time. */
  revalidated: 'no-cache',
  never: 'no-store',
  /** No two visitors may share it. */
  private: 'private, no-cache',
  /** Names with a hash of their content are never given to anything else. */
  hashed: 'public, max-age=31536000, immutable',
  /** The same, for whoever was let in. */
  privateHashed: 'private, max-age=31536000, immutable',
  /** Files may be replaced under their name. */
  file: 'public, max-age=3600',
  /** Whoever has the address may have the file, no longer than the address holds; nobody keeps it for others. */
  signedFile: (leftSec: number) => `private, max-age=${Math.min(3_600, leftSec)}`,
  /** Pages name these paths for years: a new build reaches them within minutes, and a busy page does not ask each time. */
  stable: 'public, max-age=300',
  /** A part's bytes stay the same under its name, which is soon asked for no more. */
  livePart: 'public, max-age=60',
} as const;

const noSniff = { 'X-Content-Type-Options': 'nosniff' } as const;

/** For scripts, modules and frames of any origin: sandboxed frames have none, and no answer depends on credentials. */
const forAnyOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  ...noSniff,
} as const;

/** For what is read by code, which sees few headers of other origins unless they are named. */
const readByAnyOrigin = {
  ...forAnyOrigin,
  'Access-Control-Expose-Headers': 'Content-Range, Date, Retry-After',
} as const;

/**
 * What callers of an origin that the operator names get in place of it: the answer is theirs, and so is how long it took. They may
 * send cookies, which a proxy before this server knows viewers by; pages of no other origin may.
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
 * A host page with an embedder policy only takes frames and workers that have one too. `credentialless` is the policy that
 * still lets a page fetch from origins that know nothing of it.
 */
const embedderPolicy = { 'Cross-Origin-Embedder-Policy': 'credentialless' } as const;

const referrerPolicy = { 'Referrer-Policy': 'strict-origin-when-cross-origin' } as const;

/**
 * What neither the player nor a script beside it has a use for. All else (autoplay, fullscreen, encrypted-media, picture-in-picture,
 * geolocation, clipboard-write, web-share) is the page's own as far as its host's `allow` goes, and no other frame's: there is none.
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

/** Of a page that sends no referrer at all browsers do not say either whose form it is. */
const ofDashboard = {
  ...closed,
  'Referrer-Policy': 'same-origin',
  'Content-Security-Policy': renderPolicy(dashboardPolicy),
} as const;

/** The operator's dashboard, its sign-in form included. */
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

/** @param sources of the server's configuration and library, by directive */
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
      // They are the host's own load times, which it may measure.
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

/** Of the demo's origin. Its pages have a policy besides, which names the player's origin (`demoPolicy`). */
export const demoKinds: readonly AnswerHeaders[] = [
  ...Object.values(dashboardKinds),
  { title: 'Telemetry', paths: ['/telemetry/*'], cached: [caching.never], headers: closed },
  {
    title: 'Documents',
    paths: ['/docs', '/docs/*'],
    cached: [caching.revalidated, caching.hashed],
    headers: { ...noSniff, ...referrerPolicy, 'Content-Security-Policy': renderPolicy(docsPolicy) },
  },
  {
    title: 'Demo pages',
    paths: ['*'],
    cached: [caching.revalidated],
    headers: { ...noSniff, ...referrerPolicy },
  },
];
