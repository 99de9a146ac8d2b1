import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseOptions } from '../../../../server/options/parse-options.js';
import { collectorPattern } from '../../../../shared/telemetry/collector-pattern.ts';

function valueFor(argv: string[], env: Record<string, string> = {}) {
  const parsed = parseOptions(argv, env);
  if (!parsed.ok || parsed.value === 'help') throw new Error('expected options');
  return parsed.value;
}

test('every option has a default', () => {
  expect(valueFor([])).toEqual({
    port: 4400,
    demoPort: 4401,
    host: 'localhost',
    mediaDir: resolve(import.meta.dirname, '../../../../media'),
    dataDir: resolve('.offstage'),
    token: null,
    isTelemetryOn: true,
    isConsentRequired: false,
    privateHost: null,
    brand: 'Offstage',
    cmcd: null,
    ...{ fieldShare: 0.1, dimensions: [] },
    botDetection: false,
    adStatus: null,
    pageConfigFile: null,
    ...{ experiments: [], retreats: [] },
    loggedInHeader: null,
    apiKey: null,
    rateLimit: 30_000,
    areMetricsOpen: false,
    ...{ webhooks: [], budgets: [] },
    otlp: null,
    log: 'text',
    hasAccessLog: false,
    drainMs: 0,
    stores: [],
    replica: null,
    events: null,
    ...{ inboxDays: null, parquet: null, geoipFile: null },
    spoolMb: 1_000,
    keepDays: null,
    trustDateMs: null,
    embedDomains: null,
    signingKey: null,
    signsAll: false,
    signedMediaSec: 14_400,
    allowsOpaqueHosts: false,
    trustedProxies: ['127.0.0.0/8', '::1/128'],
    pageOrigins: [],
    cspExtra: {},
  });
});

test('each option can be set by the environment, and an argument takes precedence', () => {
  const env = {
    OFFSTAGE_PORT: '1',
    OFFSTAGE_DEMO_PORT: '2',
    OFFSTAGE_HOST: '0.0.0.0',
    OFFSTAGE_MEDIA: '/m',
    OFFSTAGE_DATA: '/d',
    OFFSTAGE_TOKEN: 't',
    OFFSTAGE_TELEMETRY: 'off',
    OFFSTAGE_CONSENT: 'required',
    OFFSTAGE_PRIVATE_HOST: 'NoCookie.example',
    OFFSTAGE_BRAND: 'B',
    OFFSTAGE_CMCD: 'https://collector.example/cmcd',
    OFFSTAGE_FIELD_SAMPLE: '2.5',
    OFFSTAGE_BOT_DETECTION: 'on',
    OFFSTAGE_AD_STATUS: 'https://ads.example/a.js',
    OFFSTAGE_PAGE_CONFIG: '/page.json',
    OFFSTAGE_LOGGED_IN_HEADER: 'X-Forwarded-User',
    OFFSTAGE_API_KEY: 'key',
    ...{ OFFSTAGE_GEOIP: '/geo.mmdb', OFFSTAGE_RATE_LIMIT: '0' },
    OFFSTAGE_METRICS: 'open',
    OFFSTAGE_WEBHOOK: 'https://hooks.example/a https://hooks.example/b',
    OFFSTAGE_OTLP: 'http://otel-collector:4318/',
    OFFSTAGE_LOG: 'json',
    OFFSTAGE_ACCESS_LOG: 'on',
    OFFSTAGE_DRAIN_MS: '5000',
    OFFSTAGE_STORE: 'postgres://me:p%40ss@db.example:5433/offstage',
    OFFSTAGE_STORE_REPLICA: 'postgres://me@standby/offstage',
    OFFSTAGE_EVENTS: 'clickhouse://me:p%40ss@events.example/offstage',
    ...{ OFFSTAGE_INBOX_DAYS: '7', OFFSTAGE_PARQUET: 's3://events/video?region=r1' },
    ...{ OFFSTAGE_DIMENSION: 'section, plan', OFFSTAGE_SPOOL: '0', OFFSTAGE_KEEP_DAYS: '31' },
    OFFSTAGE_TRUST_DATE: '2026-11-23',
    OFFSTAGE_EMBED_DOMAINS: 'Example.com, *.example.org,',
    OFFSTAGE_SIGNING_KEY: 'k'.repeat(32),
    OFFSTAGE_SIGNED_MEDIA: 'all',
    OFFSTAGE_SIGNED_MEDIA_LIFE: '60',
    OFFSTAGE_OPAQUE_HOSTS: 'allow',
    OFFSTAGE_TRUSTED_PROXY: '10.0.0.0/8, fd00::1',
    OFFSTAGE_PAGE_ORIGIN: 'https://Player.example/, http://localhost:8080',
    OFFSTAGE_CSP_EXTRA:
      "script-src https://a.example 'unsafe-eval'; frame-src https://*.b.example;",
  };
  const fromEnv = {
    port: 1,
    demoPort: 2,
    host: '0.0.0.0',
    mediaDir: '/m',
    dataDir: '/d',
    token: 't',
    isTelemetryOn: false,
    isConsentRequired: true,
    privateHost: 'nocookie.example',
    brand: 'B',
    cmcd: 'https://collector.example/cmcd',
    ...{ fieldShare: 0.025, dimensions: ['section', 'plan'] },
    botDetection: true,
    adStatus: 'https://ads.example/a.js',
    pageConfigFile: '/page.json',
    ...{ experiments: [], retreats: [] },
    loggedInHeader: 'X-Forwarded-User',
    apiKey: 'key',
    ...{ geoipFile: '/geo.mmdb', rateLimit: 0 },
    areMetricsOpen: true,
    webhooks: ['https://hooks.example/a', 'https://hooks.example/b'],
    budgets: [],
    otlp: 'http://otel-collector:4318',
    log: 'json',
    hasAccessLog: true,
    drainMs: 5_000,
    stores: [
      [
        {
          url: 'postgres://me:p%40ss@db.example:5433/offstage',
          name: 'me@db.example:5433/offstage',
        },
      ],
    ],
    replica: { url: 'postgres://me@standby/offstage', name: 'me@standby/offstage' },
    events: {
      servers: ['http://events.example:8123'],
      username: 'me',
      password: 'p@ss',
      database: 'offstage',
      cluster: null,
    },
    ...{ inboxDays: 7, spoolMb: 0, keepDays: 31 },
    parquet: { bucket: 'events', prefix: 'video/', region: 'r1', endpoint: null },
    trustDateMs: Date.UTC(2026, 10, 23),
    embedDomains: [
      { scheme: null, host: 'example.com', isParent: false, port: '' },
      { scheme: null, host: 'example.org', isParent: true, port: '' },
    ],
    signingKey: 'k'.repeat(32),
    signsAll: true,
    signedMediaSec: 60,
    allowsOpaqueHosts: true,
    trustedProxies: ['10.0.0.0/8', 'fd00::1/128'],
    pageOrigins: ['https://player.example', 'http://localhost:8080'],
    cspExtra: {
      'script-src': ['https://a.example', "'unsafe-eval'"],
      'frame-src': ['https://*.b.example'],
    },
  };
  expect(valueFor([], env)).toEqual(fromEnv);
  expect(valueFor(['--port=3', '--telemetry', 'on', '--brand', 'C'], env)).toEqual({
    ...fromEnv,
    port: 3,
    isTelemetryOn: true,
    brand: 'C',
  });
});

test('port 0 is valid for both origins, and an empty variable counts as unset', () => {
  expect(valueFor(['--port', '0', '--demo-port', '0'], { OFFSTAGE_HOST: '' })).toMatchObject({
    port: 0,
    demoPort: 0,
    host: 'localhost',
  });
});

test.each([
  'collector.example',
  'http://collector.example/',
  'https://',
  'https://a:b@c.example/',
  'javascript:1',
])('a collector must use https without credentials: %s is refused, by players too', (text) => {
  const parsed = parseOptions(['--cmcd', text], {});
  expect(parsed).toMatchObject({ ok: false, error: { code: 'INVALID_VALUE' } });
  expect(collectorPattern.test(text)).toBe(false);
});

test.each([
  'https://collector.example',
  'https://c.example:8443/cmcd?k=v',
  'http://localhost:9000/cmcd',
])('%s is a valid collector, for players too', (text) => {
  expect(parseOptions(['--cmcd', text], {})).toMatchObject({ ok: true, value: { cmcd: text } });
  expect(collectorPattern.test(text)).toBe(true);
});

test.each([
  ['0', 0],
  ['0.5', 0.005],
  ['100', 1],
] as const)('%s %% of embeds can be measured', (text, fieldShare) => {
  expect(valueFor(['--field-sample', text]).fieldShare).toBe(fieldShare);
});

test.each(['101', '-1', '10%', '1e1', 'some'])('“%s” is no percentage', (text) => {
  expect(parseOptions(['--field-sample', text], {})).toMatchObject({
    ok: false,
    error: {
      code: 'INVALID_VALUE',
      message: expect.stringContaining('give a number from 0 to 100, such as 10.'),
    },
  });
});

test('the bot detection is the server’s own, another one, or none', () => {
  expect(valueFor(['--bot-detection', 'on']).botDetection).toBe(true);
  expect(valueFor(['--bot-detection', 'off']).botDetection).toBe(false);
  expect(valueFor(['--bot-detection', 'https://b.example/b.js']).botDetection).toBe(
    'https://b.example/b.js',
  );
});

test.each([
  ['0', null],
  ['1', 1],
  ['3650', 3_650],
])('--inbox-days %s keeps events in the store for %s days', (text, inboxDays) => {
  const events = ['--events', 'clickhouse://events.example/offstage'];
  expect(valueFor([...events, '--inbox-days', text]).inboxDays).toBe(inboxDays);
});

test('--inbox-days 0 needs no ClickHouse', () => {
  expect(valueFor(['--inbox-days', '0'])).toMatchObject({ events: null, inboxDays: null });
});

test('page origins may be given one by one', () => {
  const argv = [
    '--page-origin',
    'https://a.example',
    '--page-origin',
    'https://b.example,https://a.example',
  ];
  expect(parseOptions([...argv, '--brand', 'B'], {})).toMatchObject({
    ok: true,
    value: { pageOrigins: ['https://a.example', 'https://b.example'], brand: 'B' },
  });
});
