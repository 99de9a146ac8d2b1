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
  autoplay: 'the video waits for a click in the frame',
  fullscreen: 'there is no full screen',
  'encrypted-media': 'encrypted videos do not play',
  'picture-in-picture': 'the video gets no window of its own',
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
    'The frame is sandboxed without allow-same-origin and so belongs to no origin: browsers keep nothing for it and send no cookies along. Add allow-same-origin to its sandbox attribute; a host page of another origin stays as far away as before.',
  );
}

function nameStorage(facts: FrameFacts): Denial[] {
  const { isOpaque, isCredentialless, queueDenied } = facts;
  const fix = isOpaque
    ? 'See "origin".'
    : 'The viewer, or their browser, blocks what other sites would keep here; a page cannot change that.';
  const why = queueDenied === null ? '' : ` (${queueDenied.code}: ${queueDenied.message})`;
  return [
    ...(facts.canStore && queueDenied === null
      ? []
      : denied(
          'storage',
          `There is no database here${why}: events wait in memory, and preferences last as long as the page. ${fix}`,
        )),
    ...(facts.canHaveCookies
      ? []
      : denied(
          'cookies',
          `There are no cookies here: the API is called without the viewer’s. ${fix}`,
        )),
    ...(facts.canLock
      ? []
      : denied(
          'locks',
          `There are no Web Locks here: whether another page of the player lives is told by the age of what it has stored. ${isOpaque || !facts.canStore ? fix : 'Browsers have them with https only.'}`,
        )),
    // Without an origin there is no persistent storage at all.
    ...(isCredentialless && !isOpaque
      ? denied(
          'lasting-storage',
          'The frame is credentialless: what is stored goes with the host page, undelivered events too, and the viewer’s cookies are not sent. Leave the attribute out; the player’s pages have the headers that embedder policies ask for.',
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
          `A worker by its URL is refused here, and one from a blob does its work. ${workerRefusal === '' ? 'Frames without an origin have no other: see "origin".' : allowInPolicy(workerRefusal)}`,
        )
      : [];
  if (place === 'worker') return [];
  return denied(
    'worker',
    `No worker lives here, and the services run on the page’s own thread. ${workerRefusal === '' ? 'The browser has none, ended each, or did not get its script.' : allowInPolicy(workerRefusal)}`,
  );
}

function allowInPolicy(policy: string): string {
  return `The Content-Security-Policy of the player’s page is against it (${workerDirective(policy)}): allow worker-src 'self' blob:, or say runtime=main in the address, and no worker is tried.`;
}

/** By error code. Other failures come from the server. */
const visitorIdFixes: Readonly<Record<string, string>> = {
  NO_CONSENT: 'Ask them, and say setConsent with their answer.',
  PRIVATE_EMBED: 'The address (private=1), the host name or the page config makes it one.',
  EDUCATION_EMBED: 'The page config says so: api.isEducationEmbed.',
  PFL_MODE: 'The page config says so: api.isPflMode.',
  FETCH_DISABLED:
    'The page config says so (api.isVisitorIdFetchDisabled, or telemetry), or the frame belongs to no origin.',
};

function nameVisitorId({ visitorIdFailure }: FrameFacts): Denial[] {
  if (visitorIdFailure === null) return [];
  const { code, message } = visitorIdFailure;
  const fix = visitorIdFixes[code] ?? 'The player asks GET /visitor_id again after a while.';
  return denied(
    'visitor-id',
    `${message.replace(/\.$/, '')} (${code}). Events and API calls do not say who asks. ${fix}`,
  );
}

function nameFeatures({ isAllowed, isAutoplayBlocked }: FrameFacts): Denial[] {
  const byPolicy = featureNames
    .filter((name) => isAllowed[name] === false)
    .flatMap((name) =>
      denied(
        name,
        `The pages around the frame do not allow it, so ${features[name]}. Say allow="${name}" on the frame, and nothing against it in the host page’s Permissions-Policy.`,
      ),
    );
  if (!isAutoplayBlocked || isAllowed.autoplay === false) return byPolicy;
  return [
    ...byPolicy,
    ...denied(
      'autoplay',
      'The browser wants a gesture of the viewer before anything is heard. Start without sound: mute=1, or mutedAutoplay.',
    ),
  ];
}

function nameTransport(facts: FrameFacts): Denial[] {
  const { isOnline, sendingFailure, missingScripts, apiOrigin, ownOrigin } = facts;
  return [
    ...(apiOrigin !== '' && !isOnline
      ? denied(
          'api',
          `The API at ${apiOrigin} does not answer this page: it is away, or what stands before it does not let pages of ${ownOrigin} read its answers (CORS). Open ${apiOrigin}/generate_204; if that answers, let its Access-Control headers through, and allow ${apiOrigin} in the connect-src of the page. Events wait.`,
        )
      : []),
    ...(isOnline && sendingFailure !== null
      ? denied(
          'intake',
          `The server answers, but events do not get through (${sendingFailure}): a content blocker, or a proxy, stops the requests for the log, or the intake is down. They wait; let the paths of the log through.`,
        )
      : []),
    ...(missingScripts.length > 0 ? nameMissingScripts(missingScripts.join(', ')) : []),
  ];
}

/** @param which the URLs, or the browser's error message */
function nameMissingScripts(which: string): Denial[] {
  return denied(
    'scripts',
    `Scripts of the player did not come (${which}), so what they do is missing. The server has another build than this page by now, or cannot be reached: reload the frame.`,
  );
}

function denied(name: Denial['name'], cause: string): Denial[] {
  return [{ name, cause }];
}
