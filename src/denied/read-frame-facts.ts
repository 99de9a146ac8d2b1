import { frameAllows } from '../frame-policy.ts';
import { workerRefusal } from '../worker-refusal.ts';
import { type FrameFacts, featureNames } from './name-denied.ts';

/** What the page knows of itself; the rest is told by player and services. */
export type PageFacts = Omit<
  FrameFacts,
  'queueDenied' | 'place' | 'visitorIdFailure' | 'isOnline' | 'sendingFailure' | 'isAutoplayBlocked'
>;

export function readPageFacts(canLock: boolean): PageFacts {
  // Asking for it keeps nothing, and throws where anything is denied.
  const canStore = works(() => localStorage !== null);
  return {
    isOpaque: globalThis.origin === 'null',
    isCredentialless: 'credentialless' in window && window.credentialless === true,
    canStore,
    canLock,
    // Chromium says that there are cookies where the viewer blocks both; to set one to find out would be to keep something.
    canHaveCookies: canStore && navigator.cookieEnabled && works(() => document.cookie !== null),
    workerRefusal: workerRefusal.by,
    isAllowed: Object.fromEntries(
      featureNames.map((name) => [name, mayUse(name)]),
    ) as PageFacts['isAllowed'],
    missingScripts: readMissingScripts(),
    apiOrigin: readApiOrigin(),
    ownOrigin: location.origin,
  };
}

/** As the page config names it. The page has read it once, and would have to keep it for this alone. */
function readApiOrigin(): string {
  try {
    const config = JSON.parse(document.getElementById('page-config')?.textContent ?? '');
    return String(config.apiOrigin ?? '');
  } catch {
    // There is no config in the page, or none that is JSON.
    return '';
  }
}

/** Taking a lock would be needed to know it otherwise. */
export async function readCanLock(): Promise<boolean> {
  try {
    await navigator.locks.query();
    return true;
  } catch {
    // There are none, or SecurityError: some browsers throw it, others reject.
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

function mayUse(feature: (typeof featureNames)[number]): boolean | null {
  const isAllowed = frameAllows(feature);
  // Other browsers tell of this one only.
  if (isAllowed === null && feature === 'fullscreen' && document.fullscreenEnabled === false)
    return false;
  return isAllowed;
}

/** The newest 250 that the browser has kept. */
function readMissingScripts(): string[] {
  const own = new URL('.', import.meta.url).href;
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const missing = entries.filter(
    ({ name, responseStatus }) =>
      name.startsWith(own) && name.endsWith('.js') && responseStatus >= 400,
  );
  return [...new Set(missing.map(({ name }) => name))];
}
