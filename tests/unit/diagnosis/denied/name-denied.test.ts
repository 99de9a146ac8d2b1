import { describe, expect, test } from 'vitest';
import { type FrameFacts, nameDenied } from '../../../../src/diagnosis/denied/name-denied.ts';

/** A frame that has everything. */
const free: FrameFacts = {
  isOpaque: false,
  isCredentialless: false,
  canStore: true,
  canLock: true,
  canHaveCookies: true,
  queueDenied: null,
  visitorIdFailure: null,
  place: 'worker',
  workerRefusal: '',
  isAllowed: {
    autoplay: true,
    fullscreen: true,
    'encrypted-media': true,
    'picture-in-picture': true,
  },
  isAutoplayBlocked: false,
  isOnline: true,
  sendingFailure: null,
  missingScripts: [],
  apiOrigin: '',
  ownOrigin: 'https://page.example',
};

const storageDenied = {
  canStore: false,
  canLock: false,
  canHaveCookies: false,
  queueDenied: { code: 'UNSUPPORTED', message: 'UnknownError: The user denied permission.' },
} as const satisfies Partial<FrameFacts>;

/** As Chromium has it in a frame with `sandbox="allow-scripts"`. */
const opaque = {
  ...storageDenied,
  isOpaque: true,
  place: 'blob-worker',
} as const satisfies Partial<FrameFacts>;

const names = (facts: Partial<FrameFacts>) =>
  nameDenied({ ...free, ...facts }).map(({ name }) => name);
const causes = (facts: Partial<FrameFacts>) =>
  nameDenied({ ...free, ...facts })
    .map(({ cause }) => cause)
    .join('\n');

test('a frame that has everything is told of nothing', () => expect(names({})).toEqual([]));

test('where the browser does not say what a frame may, nothing is made up', () => {
  const isAllowed = {
    autoplay: null,
    fullscreen: null,
    'encrypted-media': null,
    'picture-in-picture': null,
  };
  expect(names({ isAllowed, place: null })).toEqual([]);
});

test.each([
  ['NO_CONSENT', 'setConsent'],
  ['PRIVATE_EMBED', 'private=1'],
  ['EDUCATION_EMBED', 'isEducationEmbed'],
  ['PFL_MODE', 'isPflMode'],
  ['FETCH_DISABLED', 'isVisitorIdFetchDisabled'],
  ['MISSING_FROM_SERVER', 'GET /visitor_id'],
])('a visitor id that is missing is named with its reason %s and where to look', (code, where) => {
  const visitorIdFailure = { code, message: 'It is missing.' };
  expect(names({ visitorIdFailure })).toEqual(['visitor-id']);
  expect(causes({ visitorIdFailure })).toMatch(`It is missing (${code}). `);
  expect(causes({ visitorIdFailure })).toContain(where);
});

describe('storage', () => {
  test('that the browser denies is named with its error, and is not the host page’s to mend', () => {
    expect(names(storageDenied)).toEqual(['storage', 'cookies', 'locks']);
    expect(causes(storageDenied)).toContain(
      'UNSUPPORTED: UnknownError: The user denied permission.',
    );
    expect(causes(storageDenied)).toContain('a page cannot change that');
  });

  test('of a frame without an origin is that of its sandbox', () => {
    expect(names(opaque)).toEqual(['origin', 'storage', 'cookies', 'locks', 'worker-url']);
    expect(causes(opaque)).toContain('Add allow-same-origin');
    expect(causes(opaque)).not.toContain('a page cannot change that');
  });

  test('that only the database denies is named as well', () => {
    const queueDenied = { code: 'INCOMPATIBLE_VERSION', message: 'a newer version' } as const;
    expect(names({ queueDenied })).toEqual(['storage']);
    expect(names({ canStore: false })).toEqual(['storage']);
  });

  test('of a credentialless frame is there, and does not last', () => {
    expect(names({ isCredentialless: true })).toEqual(['lasting-storage']);
    expect(names({ ...opaque, isCredentialless: true })).not.toContain('lasting-storage');
  });

  test('without locks alone is a page that did not come by https', () => {
    expect(names({ canLock: false })).toEqual(['locks']);
    expect(causes({ canLock: false })).toContain('https');
  });
});

describe('workers', () => {
  test.each<[string[], Partial<FrameFacts>]>([
    [['worker-url'], { place: 'blob-worker' }],
    [['worker-url'], { place: 'blob-worker', workerRefusal: 'worker-src blob:' }],
    [['worker-url'], { place: null, workerRefusal: 'worker-src blob:' }],
    [['worker'], { place: 'page' }],
    [['worker'], { place: 'page', workerRefusal: "worker-src 'none'" }],
    [['worker'], { place: null, workerRefusal: "worker-src 'none'" }],
    // The policy may be another's than that of the services: an engine's worker was refused.
    [[], { place: 'worker', workerRefusal: "worker-src 'self'" }],
    [[], { place: null }],
    [[], { place: 'page', workerRefusal: 'main' }],
  ])('%j are denied to %j', (denied, facts) => expect(names(facts)).toEqual(denied));

  test('are named with what the policy says of them, and with what would be said instead', () => {
    const workerRefusal = "frame-ancestors https://customer.example; worker-src 'none'";
    expect(causes({ place: 'page', workerRefusal })).toContain("(worker-src 'none')");
    expect(causes({ place: 'page', workerRefusal })).not.toContain('customer');
    expect(causes({ place: 'page', workerRefusal })).toContain('runtime=main');
  });
});

describe('features', () => {
  test('that the pages around the frame do not allow are named with what allows them', () => {
    const isAllowed = { ...free.isAllowed, fullscreen: false, 'encrypted-media': false };
    expect(names({ isAllowed })).toEqual(['fullscreen', 'encrypted-media']);
    expect(causes({ isAllowed })).toContain('allow="encrypted-media"');
  });

  test('autoplay is named once, with the cause that can be mended first', () => {
    const isAllowed = { ...free.isAllowed, autoplay: false };
    expect(names({ isAllowed, isAutoplayBlocked: true })).toEqual(['autoplay']);
    expect(causes({ isAllowed, isAutoplayBlocked: true })).toContain('allow="autoplay"');
    expect(causes({ isAutoplayBlocked: true })).toContain('mute=1');
  });
});

describe('transport', () => {
  test('a server that answers while events do not get through is a blocker’s work', () => {
    expect(names({ sendingFailure: 'TypeError: Failed to fetch' })).toEqual(['intake']);
    expect(causes({ sendingFailure: 'TypeError: Failed to fetch' })).toContain('content blocker');
  });

  test('an API elsewhere that does not answer is named with what may keep it from that', () => {
    const facts = {
      apiOrigin: 'https://api.example',
      ownOrigin: 'https://cdn.example',
      isOnline: false,
    };
    expect(names(facts)).toEqual(['api']);
    expect(causes(facts)).toContain('let pages of https://cdn.example read its answers (CORS)');
    expect(names({ ...facts, isOnline: true })).toEqual([]);
  });

  test('without a network nobody blocks anything', () =>
    expect(names({ sendingFailure: 'TypeError: Failed to fetch', isOnline: false })).toEqual([]));

  test('scripts that the server no longer has are named by their URLs', () => {
    const missingScripts = ['https://player.example/assets/copy-panel-1.js'];
    expect(names({ missingScripts })).toEqual(['scripts']);
    expect(causes({ missingScripts })).toContain(missingScripts[0]);
  });
});
