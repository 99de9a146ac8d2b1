import { expect, test } from 'vitest';
import { parseOptions } from '../../../../server/options/parse-options.js';

function messageFor(argv: string[], env: Record<string, string> = {}): string {
  const parsed = parseOptions(argv, env);
  return parsed.ok ? '' : parsed.error.message;
}

test.each([
  [['--prot', '80'], 'Unknown option --prot; --help lists the known ones.'],
  [['-p', '80'], 'Unknown option -p; --help lists the known ones.'],
  [
    ['80'],
    'Unexpected argument "80"; options start with two dashes, see --help. npm takes options for itself, unless -- is before them: npm start -- --port 4400.',
  ],
  [
    ['--', '80'],
    'Unexpected argument "80"; options start with two dashes, see --help. npm takes options for itself, unless -- is before them: npm start -- --port 4400.',
  ],
  [['--port'], '--port needs a value; see --help.'],
  [['--port='], '--port needs a value; see --help.'],
  [['--port', '--host', 'x'], '--port needs a value; see --help.'],
  [['--port', '5000', '--port', '5001'], '--port is given twice; give it once.'],
  [['--port=5000', '--port=5000'], '--port is given twice; give it once.'],
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
    ['--spool', 'much'],
    '--spool "much" is not a valid number of megabytes; use 0 for no spool, or up to 9999999.',
  ],
  ...['-1', '1.5', '3651', '10000', 'week'].map((text): [string[], string] => [
    ['--events', 'clickhouse://events.example/offstage', '--inbox-days', text],
    `--inbox-days "${text}" is not a valid number of days; use 1 to 3650, or 0 to keep all events in the store.`,
  ]),
  [
    ['--inbox-days', '7'],
    '--inbox-days needs a ClickHouse, because events that leave the store are read there: name it with --events, or leave out --inbox-days.',
  ],
  [
    ['--keep-days', '30'],
    '--keep-days "30" is not a valid number of days; use 31 or more, because players resend for 30 days, or 0 to keep everything.',
  ],
  [
    ['--store', 'postgres://me:secret/word@db/offstage'],
    '--store is invalid; use sqlite, or an address such as postgres://user:password@localhost:5432/offstage. In the password, write %2F for a slash, %40 for an @ and %25 for a %.',
  ],
  [
    ['--store', 'postgres://db/%zz'],
    '--store is invalid; use sqlite, or an address such as postgres://user:password@localhost:5432/offstage. In the password, write %2F for a slash, %40 for an @ and %25 for a %.',
  ],
  [
    ['--store', 'postgres://me:100%@db/offstage'],
    '--store is invalid; use sqlite, or an address such as postgres://user:password@localhost:5432/offstage. In the password, write %2F for a slash, %40 for an @ and %25 for a %.',
  ],
  [
    ['--store', 'mysql://me:secret@db/offstage'],
    '--store is invalid; use sqlite, or an address such as postgres://user:password@localhost:5432/offstage. In the password, write %2F for a slash, %40 for an @ and %25 for a %.',
  ],
  [
    ['--store', 'postgres://db/offstage', '--store-replica', 'postgres://a:secret@b,c/offstage'],
    '--store-replica is invalid; use the address of one standby, such as postgres://user:password@standby:5432/offstage.',
  ],
  [
    ['--events', 'http://me:secret@localhost/offstage'],
    "--events is invalid; use an address such as clickhouse://user:password@localhost:8123/offstage, with the port of ClickHouse's HTTP interface. After it, ?cluster=NAME spreads the events over a cluster, and ?secure=true uses TLS. Several hosts, separated by commas, need a cluster. In the password, write %2F for a slash, %40 for an @ and %25 for a %.",
  ],
  [
    ['--store-replica', 'postgres://me@standby/offstage'],
    '--store-replica needs one store in PostgreSQL: name its primary with --store, or leave it out.',
  ],
  [
    [
      '--store',
      'postgres://a/one',
      '--store',
      'postgres://b/two',
      '--store-replica',
      'postgres://c/one',
    ],
    '--store-replica needs one store in PostgreSQL: name its primary with --store, or leave it out.',
  ],
  [
    ['--store', 'postgres://a/offstage', '--store', 'postgres://b/offstage'],
    '--store names the database "offstage" twice; several stores need databases of different names.',
  ],
  [
    ['--store', 'postgres://a/offstage', '--store', 'sqlite'],
    '--store is invalid; use sqlite, or an address such as postgres://user:password@localhost:5432/offstage. In the password, write %2F for a slash, %40 for an @ and %25 for a %.',
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
  expect(messageFor([], { OFFSTAGE_INBOX_DAYS: '7' })).toBe(
    'OFFSTAGE_INBOX_DAYS needs a ClickHouse, because events that leave the store are read there: name it with --events, or leave out OFFSTAGE_INBOX_DAYS.',
  );
});
