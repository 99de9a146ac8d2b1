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

test('a frame with all permissions gets no report', () => expect(names({})).toEqual([]));

test('where the browser does not report permissions, none is reported', () => {
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
])('a missing visitor id is reported with its reason %s and where to look', (code, where) => {
  const visitorIdFailure = { code, message: 'It is missing.' };
  expect(names({ visitorIdFailure })).toEqual(['visitor-id']);
  expect(causes({ visitorIdFailure })).toMatch(`It is missing (${code}). `);
  expect(causes({ visitorIdFailure })).toContain(where);
});

test('a missing visitor id of a page that is hosted elsewhere names the option of the server', () => {
  const given = {
    visitorIdFailure: { code: 'UNKNOWN_ERROR', message: 'Failed to fetch' },
    apiOrigin: 'https://api.example',
    ownOrigin: 'https://player.example',
  };
  expect(causes(given)).toContain('only with --page-origin https://player.example.');
});

describe('storage', () => {
  test('that the browser denies is reported with its error, and the host page cannot fix it', () => {
    expect(names(storageDenied)).toEqual(['storage', 'cookies', 'locks']);
    expect(causes(storageDenied)).toContain(
      'UNSUPPORTED: UnknownError: The user denied permission.',
    );
    expect(causes(storageDenied)).toContain('a page cannot change that');
  });

  test('in a frame with an opaque origin is denied by its sandbox', () => {
    expect(names(opaque)).toEqual(['origin', 'storage', 'cookies', 'locks', 'worker-url']);
    expect(causes(opaque)).toContain('Add allow-same-origin');
    expect(causes(opaque)).not.toContain('a page cannot change that');
  });

  test('whose database alone is denied is reported too', () => {
    const queueDenied = { code: 'INCOMPATIBLE_VERSION', message: 'a newer version' } as const;
    expect(names({ queueDenied })).toEqual(['storage']);
    expect(names({ canStore: false })).toEqual(['storage']);
  });

  test('in a credentialless frame works, and is temporary', () => {
    expect(names({ isCredentialless: true })).toEqual(['lasting-storage']);
    expect(names({ ...opaque, isCredentialless: true })).not.toContain('lasting-storage');
  });

  test('without locks is reported as a page without https', () => {
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
    // The policy may be another one than that of the services: an engine's worker was refused.
    [[], { place: 'worker', workerRefusal: "worker-src 'self'" }],
    [[], { place: null }],
    [[], { place: 'page', workerRefusal: 'main' }],
  ])('%j are denied to %j', (denied, facts) => expect(names(facts)).toEqual(denied));

  test('are reported with their part of the policy, and with a policy that allows them', () => {
    const workerRefusal = "frame-ancestors https://customer.example; worker-src 'none'";
    expect(causes({ place: 'page', workerRefusal })).toContain("(worker-src 'none')");
    expect(causes({ place: 'page', workerRefusal })).not.toContain('customer');
    expect(causes({ place: 'page', workerRefusal })).toContain('runtime=main');
  });
});

describe('features', () => {
  test('that the pages around the frame do not allow are reported with the attribute that allows them', () => {
    const isAllowed = { ...free.isAllowed, fullscreen: false, 'encrypted-media': false };
    expect(names({ isAllowed })).toEqual(['fullscreen', 'encrypted-media']);
    expect(causes({ isAllowed })).toContain('allow="encrypted-media"');
  });

  test('of autoplay are reported once, with the cause that can be fixed first', () => {
    const isAllowed = { ...free.isAllowed, autoplay: false };
    expect(names({ isAllowed, isAutoplayBlocked: true })).toEqual(['autoplay']);
    expect(causes({ isAllowed, isAutoplayBlocked: true })).toContain('allow="autoplay"');
    expect(causes({ isAutoplayBlocked: true })).toContain('mute=1');
  });
});

describe('transport', () => {
  test('that fails for events while the server answers is blocked by an extension', () => {
    expect(names({ sendingFailure: 'TypeError: Failed to fetch' })).toEqual(['intake']);
    expect(causes({ sendingFailure: 'TypeError: Failed to fetch' })).toContain('content blocker');
  });

  test('to an API elsewhere that does not answer is reported with possible causes', () => {
    const facts = {
      apiOrigin: 'https://api.example',
      ownOrigin: 'https://cdn.example',
      isOnline: false,
    };
    expect(names(facts)).toEqual(['api']);
    expect(causes(facts)).toContain('let pages of https://cdn.example read its replies (CORS)');
    expect(names({ ...facts, isOnline: true })).toEqual([]);
  });

  test('without a network is not reported as blocked', () =>
    expect(names({ sendingFailure: 'TypeError: Failed to fetch', isOnline: false })).toEqual([]));

  test('of scripts that the server no longer has is reported by their URLs', () => {
    const missingScripts = ['https://player.example/assets/copy-panel-1.js'];
    expect(names({ missingScripts })).toEqual(['scripts']);
    expect(causes({ missingScripts })).toContain(missingScripts[0]);
  });
});
