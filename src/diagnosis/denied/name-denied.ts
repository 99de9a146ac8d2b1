import type { DatabaseError } from '../../../shared/tools/database-error.ts';
import type { Failure } from '../../../shared/tools/result.ts';
import type { ServicesPlace } from '../../services/services-place.ts';
import {
  allowsBlobWorkers,
  workerDirective,
} from '../../services/worker-parts/worker-directive.ts';
import type { Denial } from './denial.ts';

/** Consequence of each missing feature of the Permissions Policy. */
const features = {
  autoplay: 'playback waits for a click in the frame',
  fullscreen: 'full screen is unavailable',
  'encrypted-media': 'encrypted videos do not play',
  'picture-in-picture': 'picture in picture is unavailable',
} as const;
type Feature = keyof typeof features;
export const featureNames = Object.keys(features) as Feature[];

/** Facts that a page can find out about its frame, and reports of its services. */
export interface FrameFacts {
  /** The frame has an opaque origin: `sandbox` without `allow-same-origin`. */
  isOpaque: boolean;
  /** The page is in an `<iframe credentialless>`. */
  isCredentialless: boolean;
  canStore: boolean;
  canLock: boolean;
  canHaveCookies: boolean;
  /** Why the queue has no database; `null` if it has one, or before the services run. */
  queueDenied: Failure<DatabaseError> | null;
  place: ServicesPlace | null;
  /**
   * The Content-Security-Policy that refused a worker. `main` if the page asked for no worker,
   * empty while none was refused.
   */
  workerRefusal: string;
  /** By feature of the Permissions Policy; `null` where the browser does not say. */
  isAllowed: Record<Feature, boolean | null>;
  /** Why there is no visitor id; `null` if there is one, or before the services have answered. */
  visitorIdFailure: Failure | null;
  isAutoplayBlocked: boolean;
  isOnline: boolean;
  /** Origin of the API if it differs from the page's origin; else empty. */
  apiOrigin: string;
  /** The page's origin, from its URL. */
  ownOrigin: string;
  /** Why the last attempt to send events failed; `null` if it succeeded. */
  sendingFailure: string | null;
  /** URLs of the player's scripts that the server no longer has. */
  missingScripts: readonly string[];
}

/** @returns what is denied here, most important first; empty in a frame with full access */
export function nameDenied(facts: FrameFacts): Denial[] {
  return [
    ...nameOrigin(facts),
    ...nameStorage(facts),
    ...nameWorkers(facts),
    ...nameVisitorId(facts),
    ...nameFeatures(facts),
    ...nameTransport(facts),
  ];
}

function nameOrigin({ isOpaque }: FrameFacts): Denial[] {
  if (!isOpaque) return [];
  return denied(
    'origin',
    'The frame is sandboxed without allow-same-origin, so it has an opaque origin: browsers store nothing for it and send no cookies. Add allow-same-origin to its sandbox attribute; a host page of another origin still gets no access.',
  );
}

function nameStorage(facts: FrameFacts): Denial[] {
  const { isOpaque, isCredentialless, queueDenied } = facts;
  const fix = isOpaque
    ? 'See "origin".'
    : 'The viewer or their browser blocks third-party storage; a page cannot change that.';
  const why = queueDenied === null ? '' : ` (${queueDenied.code}: ${queueDenied.message})`;
  return [
    ...(facts.canStore && queueDenied === null
      ? []
      : denied(
          'storage',
          `IndexedDB is unavailable${why}: events wait in memory, and preferences last as long as the page. ${fix}`,
        )),
    ...(facts.canHaveCookies
      ? []
      : denied('cookies', `Cookies are blocked, so API calls carry none. ${fix}`)),
    ...(facts.canLock
      ? []
      : denied(
          'locks',
          `Web Locks are unavailable: the player judges by the age of stored data whether another player page is open. ${isOpaque || !facts.canStore ? fix : 'Browsers have them on https only.'}`,
        )),
    // Without an origin there is no persistent storage at all.
    ...(isCredentialless && !isOpaque
      ? denied(
          'lasting-storage',
          'The frame is credentialless: stored data, undelivered events included, is deleted with the host page, and cookies are not sent. Remove the attribute; the player’s pages send the headers that embedder policies require.',
        )
      : []),
  ];
}

function nameWorkers({ isOpaque, place, workerRefusal }: FrameFacts): Denial[] {
  if (workerRefusal === 'main') return [];
  const hasBlobWorker =
    place === 'blob-worker' || (place === null && allowsBlobWorkers(workerRefusal));
  if (place !== 'page' && hasBlobWorker)
    return isOpaque || workerRefusal !== '' || place === 'blob-worker'
      ? denied(
          'worker-url',
          `Module workers are blocked here; Offstage runs from a blob worker instead. ${workerRefusal === '' ? 'Frames with an opaque origin can only have blob workers: see "origin".' : allowInPolicy(workerRefusal)}`,
        )
      : [];
  if (place === 'worker') return [];
  return denied(
    'worker',
    `Workers are unavailable here; the services run on the main thread. ${workerRefusal === '' ? 'The browser has no workers, ended them, or could not load the script.' : allowInPolicy(workerRefusal)}`,
  );
}

function allowInPolicy(policy: string): string {
  return `The Content-Security-Policy of the player’s page blocks it (${workerDirective(policy)}): allow worker-src 'self' blob:, or set runtime=main in the URL to use no worker.`;
}

/** By error code. Other failures come from the server. */
const visitorIdFixes: Readonly<Record<string, string>> = {
  NO_CONSENT: 'Ask the viewer, and call setConsent with the answer.',
  PRIVATE_EMBED: 'The URL (private=1), the host name or the page config sets this.',
  EDUCATION_EMBED: 'The page config sets this: api.isEducationEmbed.',
  PFL_MODE: 'The page config sets this: api.isPflMode.',
  FETCH_DISABLED:
    'The page config sets this (api.isVisitorIdFetchDisabled, or telemetry), or the frame has an opaque origin.',
};

function nameVisitorId({ visitorIdFailure, apiOrigin, ownOrigin }: FrameFacts): Denial[] {
  if (visitorIdFailure === null) return [];
  const { code, message } = visitorIdFailure;
  const retry = 'The player retries GET /visitor_id after a while.';
  const fix =
    visitorIdFixes[code] ??
    // A page cannot tell a refused call (CORS) from a lost connection.
    (apiOrigin === ''
      ? retry
      : `${retry} The server at ${apiOrigin} gives ids to pages of ${ownOrigin} only with --page-origin ${ownOrigin}.`);
  return denied(
    'visitor-id',
    `${message.replace(/\.$/, '')} (${code}). Events and API calls carry no visitor id. ${fix}`,
  );
}

function nameFeatures({ isAllowed, isAutoplayBlocked }: FrameFacts): Denial[] {
  const byPolicy = featureNames
    .filter((name) => isAllowed[name] === false)
    .flatMap((name) =>
      denied(
        name,
        `The host page does not allow it, so ${features[name]}. Set allow="${name}" on the frame, and do not block it in the host page’s Permissions-Policy.`,
      ),
    );
  if (!isAutoplayBlocked || isAllowed.autoplay === false) return byPolicy;
  return [
    ...byPolicy,
    ...denied(
      'autoplay',
      'The browser blocks autoplay with sound until the viewer interacts. Start muted: mute=1 or mutedAutoplay.',
    ),
  ];
}

function nameTransport(facts: FrameFacts): Denial[] {
  const { isOnline, sendingFailure, missingScripts, apiOrigin, ownOrigin } = facts;
  return [
    ...(apiOrigin !== '' && !isOnline
      ? denied(
          'api',
          `The API at ${apiOrigin} does not answer this page: it is down, or a proxy does not let pages of ${ownOrigin} read its replies (CORS). Open ${apiOrigin}/generate_204; if that answers, pass on its Access-Control headers, and allow ${apiOrigin} in the connect-src of the page. Events wait.`,
        )
      : []),
    ...(isOnline && sendingFailure !== null
      ? denied(
          'intake',
          `The server answers, but events do not get through (${sendingFailure}): a content blocker or a proxy blocks the log requests, or the intake is down. Events wait; allow the paths of the log.`,
        )
      : []),
    ...(missingScripts.length > 0 ? nameMissingScripts(missingScripts.join(', ')) : []),
  ];
}

/** @param which the URLs, or the browser's error message */
function nameMissingScripts(which: string): Denial[] {
  return denied(
    'scripts',
    `Scripts of the player could not be loaded (${which}), so their features are missing. The server has a newer build than this page, or cannot be reached: reload the frame.`,
  );
}

function denied(name: Denial['name'], cause: string): Denial[] {
  return [{ name, cause }];
}
