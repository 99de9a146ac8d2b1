import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { hlsDrmConfig, hlsDrmFailure } from '../../../../hls/playback/hls-drm.ts';
import type { DrmInfo } from '../../../../shared/player/drm.ts';
import { keyStatusFailure, licenceFailure } from '../../../../shared/player/licence-failure.ts';
import { hostErrorCode } from '../../../../shared/player/player-error.ts';
import { chooseKeySystem } from '../../../../src/player/engines/drm/choose-key-system.ts';
import { playReadyChallenge } from '../../../../src/player/engines/drm/playready-challenge.ts';
import { createRxKeySystem } from '../../../../src/player/engines/drm/rx-key-system.ts';

const widevine: DrmInfo = {
  keySystem: 'com.widevine.alpha',
  licenseUrl: 'https://licence.example/wv',
  headers: { 'X-Token': 'abc' },
};
const fairPlay: DrmInfo = {
  keySystem: 'com.apple.fps',
  licenseUrl: '/fps',
  certificateUrl: '/fps.cer',
};
const clearKey: DrmInfo = {
  keySystem: 'org.w3.clearkey',
  licenseUrl: '/license/clearkey/offstage006',
};
const baseUrl = 'https://player.example/embed/offstage006';

function refusal(name: string) {
  return () => Promise.reject(Object.assign(new Error('refused'), { name }));
}

describe('the key system', () => {
  test('is the first one of the source that the browser has', async () => {
    const asked: string[] = [];
    const chosen = await chooseKeySystem([widevine, clearKey], {
      isSecureContext: true,
      requestAccess(keySystem) {
        asked.push(keySystem);
        return keySystem === 'org.w3.clearkey' ? Promise.resolve() : refusal('NotSupportedError')();
      },
    });
    expect(asked).toEqual(['com.widevine.alpha', 'org.w3.clearkey']);
    expect(chosen).toEqual({ ok: true, value: clearKey });
  });

  test.each([
    ['the browser has none of them', 'drm.unavailable', true, refusal('NotSupportedError')],
    ['the frame does not allow it', 'drm.unavailable.not_allowed', true, refusal('SecurityError')],
    ['all of them fail like this', 'drm.unavailable.not_allowed', true, refusal('NotAllowedError')],
    ['the page is not https', 'drm.unavailable.insecure', false, undefined],
    ['the browser cannot decrypt at all', 'drm.unavailable', true, undefined],
  ])('is missing for a named reason: %s', async (_, code, isSecureContext, requestAccess) => {
    expect(await chooseKeySystem([widevine], { isSecureContext, requestAccess })).toMatchObject({
      ok: false,
      error: { code },
    });
  });

  test('of a malformed source is missing', async () => {
    const platform = { isSecureContext: true, requestAccess: () => Promise.resolve() };
    for (const drm of [
      [{ keySystem: 'com.example' }],
      [{ ...clearKey, licenseUrl: '' }],
      'clearkey',
    ])
      expect(await chooseKeySystem(drm, platform)).toMatchObject({
        error: { code: 'drm.unavailable' },
      });
  });
});

describe('hls.js', () => {
  test('gets Widevine’s licence server and its headers [feature-drm]', () => {
    const config = hlsDrmConfig(widevine, baseUrl);
    expect(config).toMatchObject({
      emeEnabled: true,
      drmSystems: { 'com.widevine.alpha': { licenseUrl: 'https://licence.example/wv' } },
    });
    const did: string[][] = [];
    const xhr = {
      readyState: 0,
      open: (...args: unknown[]) => did.push(['open', ...args.map(String)]),
      setRequestHeader: (name: string, value: string) => did.push([name, value]),
    };
    const setUp = config.licenseXhrSetup as unknown as (xhr: unknown, url: string) => void;
    setUp(xhr, 'https://licence.example/wv');
    expect(did).toEqual([
      ['open', 'POST', 'https://licence.example/wv', 'true'],
      ['X-Token', 'abc'],
    ]);
  });

  test('gets FairPlay’s licence server and its certificate, absolute [feature-drm]', () => {
    expect(hlsDrmConfig(fairPlay, baseUrl).drmSystems).toEqual({
      'com.apple.fps': {
        licenseUrl: 'https://player.example/fps',
        serverCertificateUrl: 'https://player.example/fps.cer',
      },
    });
  });

  test.each([
    ['keySystemNoAccess', 0, '', 'drm.unavailable'],
    ['keySystemNoConfiguredLicense', 0, '', 'drm.unavailable'],
    ['keySystemLicenseRequestFailed', 403, '', 'drm.auth'],
    ['keySystemLicenseRequestFailed', 503, '', 'drm.unreachable'],
    ['keySystemLicenseRequestFailed', 0, '', 'drm.unreachable'],
    ['keySystemServerCertificateRequestFailed', 404, '', 'drm.auth'],
    ['keySystemStatusOutputRestricted', 0, '', 'drm.output_restricted'],
    ['keySystemSessionUpdateFailed', 0, '', 'drm.auth'],
    ['keySystemNoSession', 0, 'key expired (keyId: 00)', 'drm.auth.expired'],
  ])('reports %s, status %i, %s as %s', (details, code, message, name) => {
    const data = { details, response: { code }, error: new Error(message) };
    expect(hlsDrmFailure(data as never)).toBe(name);
  });
});

describe('RxPlayer', () => {
  async function open(info: DrmInfo, answer: () => Promise<Response>) {
    const asked: { url: string; init: RequestInit }[] = [];
    vi.stubGlobal('document', { baseURI: baseUrl });
    vi.stubGlobal('fetch', (url: URL, init: RequestInit) => {
      asked.push({ url: url.href, init });
      return answer();
    });
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const opened = await createRxKeySystem(info);
    return { opened, asked };
  }
  const keyError = (code: string, keyStatuses?: { keyStatus: string }[]) =>
    ({ type: 'ENCRYPTED_MEDIA_ERROR', code, keyStatuses }) as never;

  test('posts the message of the decryption module with the source’s headers, and returns the answer', async () => {
    const { opened, asked } = await open(widevine, async () => new Response('licence'));
    if (!opened.ok) throw new Error(opened.error.message);
    const { type, getLicense } = opened.value.option;
    expect(type).toBe('com.widevine.alpha');
    const licence = await getLicense(new Uint8Array([1, 2, 3]), 'license-request');
    expect(new TextDecoder().decode(licence as ArrayBuffer)).toBe('licence');
    expect(asked).toEqual([
      {
        url: 'https://licence.example/wv',
        init: {
          method: 'POST',
          body: new Uint8Array([1, 2, 3]),
          headers: { 'Content-Type': 'application/octet-stream', 'X-Token': 'abc' },
        },
      },
    ]);
  });

  test.each([
    [403, 'drm.auth'],
    [500, 'drm.unreachable'],
  ])('reports a licence server’s %i as %s', async (status, name) => {
    const { opened } = await open(clearKey, async () => new Response(null, { status }));
    if (!opened.ok) throw new Error(opened.error.message);
    const { option, failureName } = opened.value;
    await expect(option.getLicense(new Uint8Array(1), 'license-request')).rejects.toThrow(
      String(status),
    );
    expect(failureName(keyError('KEY_LOAD_ERROR'))).toBe(name);
  });

  test('reports a licence server without a network, expired keys and unprotected screens', async () => {
    const { opened } = await open(clearKey, () => Promise.reject(new TypeError('Failed to fetch')));
    if (!opened.ok) throw new Error(opened.error.message);
    const { option, failureName } = opened.value;
    await expect(option.getLicense(new Uint8Array(1), '')).rejects.toThrow('did not answer');
    expect(failureName(keyError('KEY_LOAD_ERROR'))).toBe('drm.unreachable');
    expect(failureName(keyError('KEY_LOAD_TIMEOUT'))).toBe('drm.unreachable');
    expect(failureName(keyError('KEY_UPDATE_ERROR'))).toBe('drm.auth');
    expect(failureName(keyError('INCOMPATIBLE_KEYSYSTEMS'))).toBe('drm.unavailable');
    const withStatus = (keyStatus: string) => keyError('KEY_STATUS_CHANGE_ERROR', [{ keyStatus }]);
    expect(failureName(withStatus('expired'))).toBe('drm.auth.expired');
    expect(failureName(withStatus('output-restricted'))).toBe('drm.output_restricted');
    expect(failureName(withStatus('internal-error'))).toBe('drm.unavailable');
  });

  test('gets a configured certificate, and reports when it fails', async () => {
    const { opened } = await open(
      { ...widevine, certificateUrl: '/wv.cer' },
      async () => new Response('cer'),
    );
    if (!opened.ok) throw new Error(opened.error.message);
    expect(new TextDecoder().decode(opened.value.option.serverCertificate as ArrayBuffer)).toBe(
      'cer',
    );
    const refused = await open(
      { ...widevine, certificateUrl: '/wv.cer' },
      async () => new Response(null, { status: 503 }),
    );
    expect(refused.opened).toMatchObject({ error: { code: 'drm.unreachable' } });
  });
});

test('unwraps PlayReady’s request from its XML, with its headers', () => {
  const xml = `<PlayReadyKeyMessage><LicenseAcquisition><Challenge encoding="base64encoded">${btoa('<soap/>')}</Challenge><HttpHeaders><HttpHeader><name>SOAPAction</name><value>"Acquire"</value></HttpHeader></HttpHeaders></LicenseAcquisition></PlayReadyKeyMessage>`;
  const utf16 = new Uint8Array(new Uint16Array([...xml].map((char) => char.charCodeAt(0))).buffer);
  const { body, headers } = playReadyChallenge(utf16);
  expect(new TextDecoder().decode(body)).toBe('<soap/>');
  expect(headers).toEqual({ SOAPAction: '"Acquire"' });
  const plain = new Uint8Array([1, 2, 3]);
  expect(playReadyChallenge(plain).body).toBe(plain);
});

test('reports no problem for a status without one', () => {
  expect(['usable', 'status-pending'].map(keyStatusFailure)).toEqual([null, null]);
  expect([408, 429, null].map(licenceFailure)).toEqual(Array(3).fill('drm.unreachable'));
});

test('hosts get 150 for a refused or expired licence, and 5 for all else', () => {
  expect(
    ['drm.auth', 'drm.auth.expired', 'auth', 'auth.location.denied'].map(hostErrorCode),
  ).toEqual(Array(4).fill(150));
  const others = [
    'drm.unavailable',
    'drm.unavailable.not_allowed',
    'drm.output_restricted',
    'authority',
  ];
  expect(others.map(hostErrorCode)).toEqual(Array(4).fill(5));
});
