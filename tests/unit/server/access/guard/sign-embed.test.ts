import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeEmbedToken, readEmbedToken } from '../../../../../server/access/guard/embed-token.js';
import { signEmbed } from '../../../../../server/access/guard/sign-embed.js';
import { testKey as key } from '../../support/test-guard.ts';

const nowMs = 1_700_000_000_000;
const asked = { videoId: 'private0001', life: '2h', domain: '', origin: 'https://player.example' };

test('a signed URL opens its video for the given time, in the pages of the given domain', () => {
  const signed = signEmbed({ ...asked, domain: 'Localhost:4401' }, key, nowMs);
  if (!signed.ok) throw new Error(signed.error);
  const { url, frame, until } = signed.value;
  const { origin, pathname, searchParams } = new URL(url);
  expect([origin, pathname, until]).toEqual([
    'https://player.example',
    '/embed/private0001',
    '2023-11-15T00:13:20.000Z',
  ]);
  expect(
    readEmbedToken(key, 'private0001', searchParams.get('token') ?? '', nowMs / 1_000),
  ).toMatchObject({
    value: { expiresSec: nowMs / 1_000 + 7_200, domain: { host: 'localhost', port: '4401' } },
  });
  expect(frame).toContain(`src="${url}"`);
});

test.each([
  [{ videoId: 'short' }, '"short" is not a video id'],
  [{ life: '' }, 'Set how long'],
  [{ life: '0h' }, 'Set how long'],
  [{ life: '2 hours' }, 'Set how long'],
  [{ domain: 'evil.example/path' }, '--domain: "evil.example/path" is not a domain'],
  [{ origin: 'player.example' }, '--origin "player.example" is not an origin'],
  [{ origin: 'https://player.example/x' }, 'is not an origin'],
  [{ origin: 'https://a"onload="' }, 'is not an origin'],
])('%j is refused with the reason', (changes, problem) => {
  const signed = signEmbed({ ...asked, ...changes }, key, nowMs);
  expect(signed.ok ? '' : signed.error).toContain(problem);
});

/** The code of the docs, unchanged. */
const docs = readFileSync(
  new URL('../../../../../docs/self-hosting/privacy.md', import.meta.url),
  'utf8',
);
const recipe = (mark: string) => docs.split(`\n${mark}\n`)[1]?.split('\n```')[0] ?? '';

test.each(['', '*.example.com'])(
  'both recipes of the docs make the server’s signature (domain %j)',
  (domain) => {
    const [videoId, expiresSec] = ['private0001', 1_700_007_200];
    const expected = makeEmbedToken(key, { videoId, expiresSec, domain }).split('.').at(-1);
    const env = {
      ...process.env,
      ...{
        VIDEO_ID: videoId,
        EXPIRY: String(expiresSec),
        DOMAIN: domain,
        OFFSTAGE_SIGNING_KEY: key,
      },
    };
    expect(execFileSync('sh', ['-c', recipe('# shell')], { env, encoding: 'utf8' }).trim()).toBe(
      expected,
    );
    const run = new Function(
      'createHmac',
      'key',
      'videoId',
      'expiry',
      'domain',
      `${recipe('// Node')}\nreturn signature;`,
    );
    expect(run(createHmac, key, videoId, expiresSec, domain)).toBe(expected);
  },
);
