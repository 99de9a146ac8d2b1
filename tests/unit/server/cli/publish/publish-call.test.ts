import { expect, test } from 'vitest';
import { parsePublishCall } from '../../../../../server/cli/publish/publish-call.ts';

const good = { out: 'public', api: 'https://api.example' };

function parse(values: Record<string, string>, env: Record<string, string> = {}) {
  return parsePublishCall({ values: new Map(Object.entries(values)) }, { env, cwd: '/work' });
}

test('an origin may end with a slash and be written in any case; the directory is relative to the caller’s', () => {
  const parsed = parse({
    ...good,
    api: 'HTTPS://API.example:443/',
    'page-origin': 'https://player.example/',
  });
  expect(parsed).toMatchObject({
    ok: true,
    value: {
      outDir: '/work/public',
      api: 'https://api.example',
      options: { pageOrigins: ['https://player.example'] },
      warnings: [],
    },
  });
});

test.each([
  '',
  'api.example',
  '//api.example',
  'ftp://api.example',
  'javascript:alert(1)',
  'https://',
  'https://api.example/player',
  'https://api.example/../x',
  'https://api.example?x',
  'https://api.example#x',
  'https://user:secret@api.example',
  'https://api.example\\@evil.example',
  'https://api.example:99999',
  'https://[::1',
  `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example`,
  '"><script>',
  "https://api.example' 'unsafe-inline",
  'https://api.example;script-src',
])('"%s" is no API URL', (api) => {
  expect(parse({ ...good, api })).toEqual({
    ok: false,
    error: {
      code: 'BAD_API',
      message: `--api "${api}" is not an origin; use the server’s scheme, host and port without a path: https://api.example.com.`,
    },
  });
});

test('a call without a directory is refused', () => {
  expect(parse({ api: good.api })).toMatchObject({ ok: false, error: { code: 'NO_OUT' } });
});

test('https pages with an http API are refused before they are written', () => {
  expect(
    parse({ ...good, api: 'http://api.example', 'page-origin': 'https://player.example' }),
  ).toMatchObject({
    ok: false,
    error: {
      code: 'API_NOT_SECURE',
      message: expect.stringContaining(
        'Browsers block calls from https://player.example to http://api.example',
      ),
    },
  });
  // For browsers this machine is as good as https.
  expect(
    parse({ ...good, api: 'http://localhost:4400', 'page-origin': 'https://player.example' }),
  ).toMatchObject({ ok: true, value: { warnings: [] } });
  expect(parse({ ...good, api: 'http://api.example' })).toMatchObject({
    ok: true,
    value: {
      warnings: [expect.stringContaining('is not https'), expect.stringContaining('--page-origin')],
    },
  });
});

test('with signed media no page is published, because signatures expire', () => {
  const mistake = {
    ok: false,
    error: { code: 'ALL_SIGNED', message: expect.stringContaining('--signed-media') },
  };
  expect(parse({ ...good, 'signed-media': 'all' })).toMatchObject(mistake);
  expect(parse(good, { OFFSTAGE_SIGNED_MEDIA: 'all' })).toMatchObject(mistake);
});

test('the server’s options apply, also from its environment, with the same messages for mistakes', () => {
  expect(
    parse(good, { OFFSTAGE_BRAND: 'B', OFFSTAGE_PAGE_ORIGIN: 'https://p.example' }),
  ).toMatchObject({
    ok: true,
    value: { options: { brand: 'B', pageOrigins: ['https://p.example'] } },
  });
  expect(parse({ ...good, consent: 'maybe' })).toEqual({
    ok: false,
    error: {
      code: 'BAD_OPTION',
      message: '--consent "maybe" is invalid; use granted or required.',
    },
  });
});

test('an operator whose proxy signs visitors in is warned that files have no visitor', () => {
  expect(
    parse({ ...good, 'page-origin': 'https://p.example' }, { OFFSTAGE_LOGGED_IN_HEADER: 'X-User' }),
  ).toMatchObject({
    ok: true,
    value: { warnings: [expect.stringContaining('--logged-in-header has no effect')] },
  });
});
