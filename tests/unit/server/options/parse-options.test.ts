import { chmodSync, existsSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { helpText } from '../../../../server/options/help-text.js';
import { parseOptions } from '../../../../server/options/parse-options.js';
import { optionList } from '../../../../server/options/server-options.js';
import { checkDirectories } from '../../../../server/start/check-directories.js';
import { collectorPattern } from '../../../../shared/telemetry/collector-pattern.ts';
import { asOrdinaryUser } from '../support/as-ordinary-user.ts';
import { tempDirectory } from '../support/temp-directory.ts';

function messageFor(argv: string[], env: Record<string, string> = {}): string {
  const parsed = parseOptions(argv, env);
  return parsed.ok ? '' : parsed.error.message;
}

function valueFor(argv: string[], env: Record<string, string> = {}) {
  const parsed = parseOptions(argv, env);
  if (!parsed.ok || parsed.value === 'help') throw new Error('expected options');
  return parsed.value;
}

test.each([
  [['--prot', '80'], 'Unknown option --prot; --help lists the known ones.'],
  [['-p', '80'], 'Unknown option -p; --help lists the known ones.'],
  [['80'], 'Unexpected argument "80"; options start with two dashes, see --help.'],
  [['--', '80'], 'Unexpected argument "80"; options start with two dashes, see --help.'],
  [['--port'], '--port needs a value; see --help.'],
  [['--port='], '--port needs a value; see --help.'],
  [['--port', '--host', 'x'], '--port needs a value; see --help.'],
  [['--port', 'http'], '--port "http" is not a port; give a number from 0 to 65535.'],
  [['--port', '65536'], '--port "65536" is not a port; give a number from 0 to 65535.'],
  [['--demo-port', '-1'], '--demo-port "-1" is not a port; give a number from 0 to 65535.'],
  [
    ['--port', '5000', '--demo-port', '5000'],
    '--port and --demo-port are both 5000; give the two origins different ports, for example --demo-port 5001.',
  ],
  [
    ['--port', '4401'],
    '--port and --demo-port are both 4401; give the two origins different ports, for example --demo-port 4402.',
  ],
  [
    ['--token', 'two words'],
    '--token must be visible ASCII characters without spaces, because it travels in an HTTP header.',
  ],
  [['--telemetry', 'false'], '--telemetry "false" is invalid; use on or off.'],
  [
    ['--bot-detection', 'yes'],
    '--bot-detection "yes" is invalid; use on, off, or an https URL without a user name.',
  ],
  [
    ['--ad-status', 'ads.example'],
    '--ad-status "ads.example" cannot be a script; give an https URL without a user name.',
  ],
  [
    ['--rate-limit', '-1'],
    '--rate-limit "-1" is not a number of requests; give a whole number per minute such as 30000, or 0 for no limit.',
  ],
  [
    ['--logged-in-header', 'X User'],
    '--logged-in-header "X User" is not the name of a header; give one such as X-Forwarded-User.',
  ],
  [
    ['--trust-date', '2026-02-30'],
    '--trust-date "2026-02-30" is not a date; use year, month and day, for example 2026-11-23.',
  ],
  [
    ['--keep-days', '30'],
    '--keep-days "30" is not a valid number of days; use 31 or more, because players resend for 30 days, or 0 to keep everything.',
  ],
  [
    ['--store', 'postgres://me:secret/word@db/offstage'],
    '--store is invalid; use sqlite, or an address such as postgres://user:password@localhost:5432/offstage. In the password, write %2F for a slash and %40 for an @.',
  ],
  [
    ['--store', 'mysql://me:secret@db/offstage'],
    '--store is invalid; use sqlite, or an address such as postgres://user:password@localhost:5432/offstage. In the password, write %2F for a slash and %40 for an @.',
  ],
  [
    ['--store', 'postgres://db/offstage', '--store-replica', 'postgres://a:secret@b,c/offstage'],
    '--store-replica is invalid; use the address of one standby, such as postgres://user:password@standby:5432/offstage.',
  ],
  [
    ['--store-replica', 'postgres://me@standby/offstage'],
    '--store-replica needs a store in PostgreSQL: name the primary with --store, or leave it out.',
  ],
  [
    ['--api-key', 'two words'],
    '--api-key is invalid; use at most 500 visible ASCII characters without spaces, because it travels in addresses.',
  ],
  [['--consent', 'yes'], '--consent "yes" is invalid; use granted or required.'],
  [
    ['--private-host', 'https://nocookie.example'],
    '--private-host "https://nocookie.example" is not a host name; give one without scheme and port, for example nocookie.example.com.',
  ],
  [
    ['--private-host', 'nocookie.example:4400'],
    '--private-host "nocookie.example:4400" is not a host name; give one without scheme and port, for example nocookie.example.com.',
  ],
  [
    ['--embed-domains', 'example.com,https://evil/path'],
    '--embed-domains: "https://evil/path" is not a domain; use example.com, *.example.com or localhost:4401, without a path.',
  ],
  [
    ['--signing-key', 'short'],
    '--signing-key must have 32 to 1000 visible ASCII characters; create one with: openssl rand -base64 48.',
  ],
  [['--signed-media', 'some'], '--signed-media "some" is invalid; use private or all.'],
  [
    ['--signed-media-life', '4h'],
    '--signed-media-life "4h" is invalid; use seconds from 5 to 86400.',
  ],
  [['--opaque-hosts', 'yes'], '--opaque-hosts "yes" is invalid; use allow or refuse.'],
  ...['proxy.example', '10.0.0.0/33', '::1/129', '10.0.0.1/', '10.0.0.1/8/8', '10.0.0.1,'].map(
    (text): [string[], string] => [
      ['--trusted-proxy', text],
      `--trusted-proxy "${text}" is invalid; use addresses or CIDR blocks with commas between them, for example loopback,10.0.0.0/8.`,
    ],
  ),
  [
    ['--page-origin', 'https://player.example/embed'],
    '--page-origin "https://player.example/embed" is not an origin; use scheme, host and port only, separated by commas: https://player.example.com.',
  ],
  [
    ['--page-origin', 'https://player.example,*'],
    '--page-origin "*" is not an origin; use scheme, host and port only, separated by commas: https://player.example.com.',
  ],
  [
    ['--page-origin', 'null'],
    '--page-origin "null" is not an origin; use scheme, host and port only, separated by commas: https://player.example.com.',
  ],
  [
    ['--csp-extra', 'frame-ancestors https://a.example'],
    '--csp-extra: "frame-ancestors" is not a directive that can be extended; use script-src, style-src, img-src, font-src, media-src, connect-src, frame-src, trusted-types.',
  ],
  [
    ['--csp-extra', 'script-src'],
    '--csp-extra: "script-src" has no source; add one after it, for example script-src https://cdn.example.',
  ],
  [
    ['--csp-extra', 'script-src https://a.example,https://b.example'],
    '--csp-extra: "https://a.example,https://b.example" is not a valid source; separate sources by spaces and directives by semicolons.',
  ],
  [['--brand', 'x'.repeat(101)], '--brand has 101 characters; give a name of at most 100.'],
])('%j is refused with the reason and a solution', (argv, message) => {
  expect(messageFor(argv)).toBe(message);
});

test('the environment variable is named when it has the bad value', () => {
  expect(messageFor([], { OFFSTAGE_PORT: 'x' })).toBe(
    'OFFSTAGE_PORT "x" is not a port; give a number from 0 to 65535.',
  );
});

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
    botDetection: false,
    adStatus: null,
    pageConfigFile: null,
    loggedInHeader: null,
    apiKey: null,
    rateLimit: 30_000,
    areMetricsOpen: false,
    log: 'text',
    hasAccessLog: false,
    drainMs: 0,
    postgres: null,
    replica: null,
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
    OFFSTAGE_BOT_DETECTION: 'on',
    OFFSTAGE_AD_STATUS: 'https://ads.example/a.js',
    OFFSTAGE_PAGE_CONFIG: '/page.json',
    OFFSTAGE_LOGGED_IN_HEADER: 'X-Forwarded-User',
    OFFSTAGE_API_KEY: 'key',
    OFFSTAGE_RATE_LIMIT: '0',
    OFFSTAGE_METRICS: 'open',
    OFFSTAGE_LOG: 'json',
    OFFSTAGE_ACCESS_LOG: 'on',
    OFFSTAGE_DRAIN_MS: '5000',
    OFFSTAGE_STORE: 'postgres://me:p%40ss@db.example:5433/offstage',
    OFFSTAGE_STORE_REPLICA: 'postgres://me@standby/offstage',
    OFFSTAGE_KEEP_DAYS: '31',
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
    botDetection: true,
    adStatus: 'https://ads.example/a.js',
    pageConfigFile: '/page.json',
    loggedInHeader: 'X-Forwarded-User',
    apiKey: 'key',
    rateLimit: 0,
    areMetricsOpen: true,
    log: 'json',
    hasAccessLog: true,
    drainMs: 5_000,
    postgres: [
      {
        url: 'postgres://me:p%40ss@db.example:5433/offstage',
        name: 'me@db.example:5433/offstage',
      },
    ],
    replica: { url: 'postgres://me@standby/offstage', name: 'me@standby/offstage' },
    keepDays: 31,
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

test('relative directories belong to the directory that the caller names', () => {
  const directories = (argv: string[], env: Record<string, string>) => {
    const parsed = parseOptions(argv, env, '/home/me/films');
    if (!parsed.ok || parsed.value === 'help') throw new Error('expected options');
    return [parsed.value.mediaDir, parsed.value.dataDir];
  };
  expect(directories(['--media', '../shared', '--data=d'], {})).toEqual([
    '/home/me/shared',
    '/home/me/films/d',
  ]);
  expect(directories([], { OFFSTAGE_MEDIA: '.', OFFSTAGE_DATA: '/d' })).toEqual([
    '/home/me/films',
    '/d',
  ]);
});

test('port 0 is valid for both origins, and an empty variable counts as unset', () => {
  expect(valueFor(['--port', '0', '--demo-port', '0'], { OFFSTAGE_HOST: '' })).toMatchObject({
    port: 0,
    demoPort: 0,
    host: 'localhost',
  });
});

test('help is shown even when later arguments are wrong, and lists every option and variable', () => {
  expect(parseOptions(['--help', '--nonsense'], {})).toEqual({ ok: true, value: 'help' });
  for (const { name, env } of optionList) {
    expect(helpText('/')).toContain(`--${name} `);
    expect(helpText('/')).toContain(env);
  }
});

test('the help text groups the options by subject, each option once', () => {
  const lines = helpText('/').split('\n');
  const titles = lines.filter((line) => /^[A-Z][a-z ]+:$/.test(line));
  expect(titles).toEqual(['Network:', 'Videos and store:', 'Player pages:', 'Access:', 'Running:']);
  expect(lines[lines.indexOf('Access:') + 1]).toContain('--token TOKEN');
  const names = [...helpText('/').matchAll(/^ {2}--([\w-]+)/gm)].map(([, name]) => name);
  expect(names).toEqual([...optionList.map(({ name }) => name), 'help']);
  expect(new Set(names).size).toBe(names.length);
});

test('no two options share an environment variable, and each variable is named after its option', () => {
  for (const { name, env } of optionList)
    expect(env).toBe(`OFFSTAGE_${name.toUpperCase().replaceAll('-', '_')}`);
});

test('a media directory that is missing or a file is refused', () => {
  const dataDir = tempDirectory();
  const mediaDir = tempDirectory({ 'a.mp4': 'x' });
  expect(checkDirectories({ mediaDir: join(mediaDir, 'no'), dataDir })).toEqual({
    ok: false,
    error: {
      code: 'MEDIA_DIR',
      message: `The media directory ${mediaDir}/no does not exist; create it, or choose another with --media.`,
    },
  });
  expect(checkDirectories({ mediaDir: join(mediaDir, 'a.mp4'), dataDir })).toMatchObject({
    error: { code: 'MEDIA_DIR', message: expect.stringContaining('is not a directory') },
  });
});

test('a data directory that cannot be created is refused', () => {
  const directory = tempDirectory({ file: 'x' });
  expect(checkDirectories({ mediaDir: directory, dataDir: join(directory, 'file/data') })).toEqual({
    ok: false,
    error: {
      code: 'DATA_DIR',
      message: `The data directory ${directory}/file/data cannot be created (ENOTDIR); choose another with --data.`,
    },
  });
});

test('directories that this user may not use or examine are refused', async () => {
  const closed = tempDirectory({ 'inside/a.mp4': 'x' });
  const open = tempDirectory();
  chmodSync(open, 0o777);
  chmodSync(closed, 0o000);
  await asOrdinaryUser(() => {
    expect(checkDirectories({ mediaDir: closed, dataDir: open })).toMatchObject({
      error: { code: 'MEDIA_DIR' },
    });
    expect(checkDirectories({ mediaDir: join(closed, 'inside'), dataDir: open })).toEqual({
      ok: false,
      error: {
        code: 'MEDIA_DIR',
        message: `The media directory ${closed}/inside cannot be read (EACCES); give this user read access, or choose another with --media.`,
      },
    });
    expect(checkDirectories({ mediaDir: open, dataDir: closed })).toMatchObject({
      error: { code: 'DATA_DIR' },
    });
  });
});

test('a media directory that is a loop of links is refused', () => {
  const directory = tempDirectory();
  symlinkSync(join(directory, 'b'), join(directory, 'a'));
  symlinkSync(join(directory, 'a'), join(directory, 'b'));
  expect(checkDirectories({ mediaDir: join(directory, 'a'), dataDir: directory })).toMatchObject({
    error: { code: 'MEDIA_DIR', message: expect.stringContaining('cannot be read (ELOOP)') },
  });
});

test('the data directory is created with its parents', () => {
  const directory = tempDirectory();
  const dataDir = join(directory, 'a/b');
  expect(checkDirectories({ mediaDir: directory, dataDir })).toEqual({
    ok: true,
    value: undefined,
  });
  expect(existsSync(dataDir)).toBe(true);
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

test('the bot detection is the server’s own, another one, or none', () => {
  expect(valueFor(['--bot-detection', 'on']).botDetection).toBe(true);
  expect(valueFor(['--bot-detection', 'off']).botDetection).toBe(false);
  expect(valueFor(['--bot-detection', 'https://b.example/b.js']).botDetection).toBe(
    'https://b.example/b.js',
  );
});

test('page origins may be given one by one; the last value of any other option counts', () => {
  const argv = [
    '--page-origin',
    'https://a.example',
    '--page-origin',
    'https://b.example,https://a.example',
  ];
  expect(parseOptions([...argv, '--brand', 'A', '--brand', 'B'], {})).toMatchObject({
    ok: true,
    value: { pageOrigins: ['https://a.example', 'https://b.example'], brand: 'B' },
  });
});
