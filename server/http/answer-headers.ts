import { apiCalls } from '../../shared/wire/api-calls.ts';
import { visitorIdPath } from '../../shared/wire/visitor-id-path.ts';
import { caching } from './caching.ts';
import type { RequestBudget } from './fairness/request-budgets.ts';
import {
  closed,
  embedderPolicy,
  forAnyOrigin,
  noSniff,
  ofDashboard,
  permissionsPolicy,
  readByAnyOrigin,
  referrerPolicy,
} from './header-sets.ts';
import type { CspDirectives } from './html/content-security-policy.ts';
import { renderPolicy } from './html/content-security-policy.ts';
import {
  docsPolicy,
  playerPolicy,
  startPagePolicy,
  watchPolicy,
  workerPolicy,
} from './html/page-policies.ts';
import { requestCheckPath } from './request-check-path.js';

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

/** Scripts, pictures and videos. */
const fileKinds = {
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
    cached: [caching.file, caching.revalidated],
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
} as const;

/** Requests of players' services. */
const callKinds = {
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
    ...fileKinds,
    ...callKinds,
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
      paths: ['/healthz', '/readyz', requestCheckPath],
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
  {
    title: 'Health checks',
    paths: [requestCheckPath],
    cached: [caching.never],
    budget: 'checks',
    headers: closed,
  },
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
