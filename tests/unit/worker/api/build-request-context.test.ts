import { expect, test } from 'vitest';
import * as z from 'zod';
import { requestContextSchema } from '../../../../shared/wire/request-context.ts';
import { defaultApiSettings } from '../../../../worker/api/api-settings.ts';
import { buildRequestContext } from '../../../../worker/api/build-request-context.ts';

const context = { client: { clientName: 'TEST', clientVersion: '1', hl: 'en' } };

test('a context has all its parts, empty where nothing is known [spec-7.2, spec-7.24, spec-7.25, spec-7.26, spec-7.27]', () => {
  const built = buildRequestContext({
    context,
    settings: defaultApiSettings,
    sentBack: {},
    findings: null,
    clickTrackingParams: undefined,
  });
  expect(built).toEqual({
    client: context.client,
    user: { enableSafetyMode: false, lockedSafetyMode: false },
    request: {},
    adSignalsInfo: { params: [] },
    clickTracking: {},
  });
  expect(z.parse(requestContextSchema, JSON.parse(JSON.stringify(built)))).toEqual(built);
});

test('a context carries safety mode, the tokens of earlier replies, ad signals and the click [spec-6.3, spec-6.4, spec-7.24, spec-7.25, spec-7.26, spec-7.27]', () => {
  const sentBack = {
    consistencyTokenJars: [{ encryptedTokenJarContents: 'jar', expirationSeconds: 60 }],
    locationPlayabilityToken: 'here',
    globalConfigHashes: { cold: 'c' },
  };
  const settings = {
    ...{ enableSafetyMode: true, lockedSafetyMode: true, adSignals: 'dt=1&u_tz=60&dt=%C3%A4' },
    embedPass: 'pass',
  };
  const built = buildRequestContext({
    context,
    settings,
    sentBack,
    findings: null,
    clickTrackingParams: 'click',
  });
  expect(built).toMatchObject({
    user: { enableSafetyMode: true, lockedSafetyMode: true },
    request: { ...sentBack, embedPass: 'pass' },
    adSignalsInfo: {
      params: [
        { key: 'dt', value: '1' },
        { key: 'u_tz', value: '60' },
        { key: 'dt', value: 'ä' },
      ],
    },
    clickTracking: { clickTrackingParams: 'click' },
  });
  expect(z.parse(requestContextSchema, built)).toEqual(built);
});

test('a context carries the results of the probes beside the page’s own data', () => {
  const attestation = { answer: '{"bot":true}', release() {} };
  const built = buildRequestContext({
    context,
    settings: { ...defaultApiSettings, adSignals: 'dt=1' },
    sentBack: { locationPlayabilityToken: 'here' },
    findings: { adStatus: 2, attestation },
    clickTrackingParams: undefined,
  });
  expect(built.request).toEqual({
    locationPlayabilityToken: 'here',
    attestationResponseData: { webResponse: '{"bot":true}' },
  });
  expect(built.adSignalsInfo.params).toEqual([
    { key: 'dclkstat', value: '2' },
    { key: 'dt', value: '1' },
  ]);
  expect(z.parse(requestContextSchema, built).request).toEqual(built.request);
});

test('ad signals beyond the server’s count or length are left out, and the others stay', () => {
  const adSignals = new URLSearchParams([
    ['long', 'x'.repeat(501)],
    ['n'.repeat(501), '1'],
    ['dt', '1'],
    ...Array.from({ length: 150 }, (_, n) => [`s${n}`, '']),
  ]).toString();
  const built = buildRequestContext({
    context,
    settings: { ...defaultApiSettings, adSignals },
    sentBack: {},
    findings: { adStatus: 1, attestation: null },
    clickTrackingParams: undefined,
  });
  const { params } = z.parse(requestContextSchema, built).adSignalsInfo;
  expect(params).toHaveLength(100);
  expect(params.slice(0, 3).map(({ key }) => key)).toEqual(['dclkstat', 'dt', 's0']);
});

test('experiment flags beyond the server’s count or length are left out', () => {
  const flags: Record<string, string> = { long: 'x'.repeat(501), ['n'.repeat(501)]: '1' };
  for (let n = 0; n < 150; n += 1) flags[`flag_${n}`] = String(n);
  const built = buildRequestContext({
    context: { client: { ...context.client, experimentIds: [12, 999_999_999] } },
    settings: defaultApiSettings,
    sentBack: { locationPlayabilityToken: 'here' },
    findings: null,
    flags,
    clickTrackingParams: undefined,
  });
  expect(built.request.internalExperimentFlags).toHaveLength(100);
  expect(built.request.internalExperimentFlags?.[0]).toEqual({ key: 'flag_0', value: '0' });
  expect(z.parse(requestContextSchema, built)).toEqual(built);
});
