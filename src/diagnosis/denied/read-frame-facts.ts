import { frameAllows } from '../../parts/frame-policy.ts';
import { readApiOrigin } from '../../parts/read-api-origin.ts';
import { workerRefusal } from '../../services/worker-refusal.ts';
import { type FrameFacts, featureNames } from './name-denied.ts';

/** Facts that the page can find out itself; the player and services report the rest. */
export type PageFacts = Omit<
  FrameFacts,
  'queueDenied' | 'place' | 'visitorIdFailure' | 'isOnline' | 'sendingFailure' | 'isAutoplayBlocked'
>;

export function readPageFacts(canLock: boolean): PageFacts {
  // Reading the property stores nothing, and throws where storage is denied.
  const canStore = works(() => localStorage !== null);
  return {
    isOpaque: globalThis.origin === 'null',
    isCredentialless: 'credentialless' in window && window.credentialless === true,
    canStore,
    canLock,
    // Chromium reports cookies as enabled where the viewer blocks cookies and storage. A test
    // cookie would store something, so check storage too.
    canHaveCookies: canStore && navigator.cookieEnabled && works(() => document.cookie !== null),
    workerRefusal: workerRefusal.by,
    isAllowed: Object.fromEntries(
      featureNames.map((name) => [name, canUse(name)]),
    ) as PageFacts['isAllowed'],
    missingScripts: readMissingScripts(),
    apiOrigin: readApiOrigin(),
    ownOrigin: location.origin,
  };
}

/**
 * Takes a lock, because Firefox refuses `query()` to frames of other sites, although it grants them
 * locks. A shared one never waits.
 */
export async function readCanLock(): Promise<boolean> {
  try {
    await navigator.locks.request('offstage:test', { mode: 'shared' }, () => undefined);
    return true;
  } catch {
    // There is no lock manager, or a SecurityError: some browsers throw it, others reject.
    return false;
  }
}

function works(ask: () => boolean): boolean {
  try {
    return ask();
  } catch {
    return false;
  }
}

function canUse(feature: (typeof featureNames)[number]): boolean | null {
  const isAllowed = frameAllows(feature);
  // Browsers other than Chromium report only this feature.
  if (isAllowed === null && feature === 'fullscreen' && document.fullscreenEnabled === false)
    return false;
  return isAllowed;
}

/** Sees up to 250 entries, the browser's default buffer size. */
function readMissingScripts(): string[] {
  const own = new URL('.', import.meta.url).href;
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const missing = entries.filter(
    ({ name, responseStatus }) =>
      name.startsWith(own) && name.endsWith('.js') && responseStatus >= 400,
  );
  return [...new Set(missing.map(({ name }) => name))];
}
