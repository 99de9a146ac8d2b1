import { expect, test } from 'vitest';
import { isEmbedDomain } from '../../../../server/access/guard/embed-domains.js';
import { acceptedLanguages } from '../../../../server/http/accepted-languages.ts';
import { isLoopbackHost } from '../../../../server/http/is-loopback-host.ts';
import { parseWebUrl } from '../../../../server/http/parse-web-url.ts';
import { scanJson } from '../../../../server/http/scan-json.ts';
import { readUserAgent } from '../../../../server/intake/read-user-agent.ts';
import { parseSharedAddress } from '../../../../server/pages/watch/shared-address.ts';
import { readPlaybackFact } from '../../../../server/store/reports/playback-facts.ts';
import { describeShell } from '../../../../shared/page/page-shell.ts';
import { parsePlayerArgs } from '../../../../shared/player/player-args.ts';
import { videoIdFromUrl } from '../../../../shared/player/video-id.ts';
import { leastCpuMs } from '../../least-cpu-ms.ts';

/** Distinct letters, which make Punycode slow. */
const foreign = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000)),
  ).join('');
const scripts = { early: [], engines: {}, mediaWorker: null, main: '' } as never;
const shellOf = (userAgent: string) =>
  describeShell({
    args: parsePlayerArgs({}, '/embed/x'),
    packaging: 'hls',
    stream: null,
    hasPoster: false,
    languages: [],
    userAgent,
    scripts,
  });
const loaded = (loaderUrl: string) =>
  readPlaybackFact({ seq: 1, name: 'embed_loaded', payloadJson: JSON.stringify({ loaderUrl }) });
const bounds = { list: 'events', itemMaxChars: 100 };

test.each<[string, (text: string) => unknown, (count: number) => string]>([
  [
    'browsers that call themselves WebKit',
    shellOf,
    (n) => `${'AppleWebKit/'.repeat(n / 24)}Chrome/${'x'.repeat(n / 2)}`,
  ],
  ['the page that frames a player', loaded, (n) => `https://${foreign(n / 20)}`],
  ['a URL', parseWebUrl, (n) => `https://${foreign(n / 20)}/`],
  ['a URL with many logins', parseWebUrl, (n) => `https://${'a@'.repeat(n / 2)}`],
  ['a share link', (text) => parseSharedAddress(text, 'a'), (n) => `https://${foreign(n / 20)}`],
  ['languages', acceptedLanguages, (n) => 'a;q=0.1,'.repeat(n / 8)],
  ['a language with many parameters', acceptedLanguages, (n) => `a${';q='.repeat(n / 3)}`],
  ['a host', isLoopbackHost, (n) => `[${':'.repeat(n)}`],
  ['an origin', (text) => isEmbedDomain([], text), (n) => `https://a/${'/'.repeat(n)}`],
  ['a browser and its device', readUserAgent, (n) => 'Version/1._'.repeat(n / 10)],
  ['a video URL', (text) => videoIdFromUrl(text), (n) => '/v'.repeat(n / 2)],
  ['JSON of brackets', (text) => scanJson(text, bounds), (n) => `{"events":[${'['.repeat(n)}`],
  ['JSON of quotes', (text) => scanJson(text, bounds), (n) => '\\"'.repeat(n / 2)],
  ['JSON of backslashes', (text) => scanJson(text, bounds), (n) => `"${'\\'.repeat(n)}"`],
  [
    'JSON of escaped quotes',
    (text) => scanJson(text, bounds),
    (n) => `"${`${'\\'.repeat(99)}"`.repeat(n / 100)}`,
  ],
  ['JSON of empty items', (text) => scanJson(text, bounds), (n) => `{"events":[${','.repeat(n)}`],
  [
    'JSON of many lists',
    (text) => scanJson(text, bounds),
    (n) => `{${'"events":[],'.repeat(n / 12)}`,
  ],
])('four times the text takes about four times the time: %s [attack-M7]', (_what, read, make) => {
  const timeOf = (text: string) => leastCpuMs(3, () => read(text));
  const [short, long] = [make(24_000), make(96_000)];
  timeOf(short);
  // Quadratic work would take sixteen times as long; results below a millisecond say little.
  expect(timeOf(long)).toBeLessThanOrEqual(8 * Math.max(timeOf(short), 1));
});

test('the host of a page is read correctly, including foreign letters', () => {
  expect(loaded('https://münchen.example:8443/a?b#c')).toEqual({
    kind: 'loaded',
    host: 'https://xn--mnchen-3ya.example:8443',
    values: {},
  });
  expect(loaded('about:srcdoc')).toEqual({ kind: 'loaded', host: '', values: {} });
});
