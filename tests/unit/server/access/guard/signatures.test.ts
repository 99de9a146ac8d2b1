import { expect, test } from 'vitest';
import { makeEmbedPass, readEmbedPass } from '../../../../../server/access/guard/embed-pass.ts';
import { makeEmbedToken, readEmbedToken } from '../../../../../server/access/guard/embed-token.js';
import { readEmbedder } from '../../../../../server/access/guard/embedder.ts';
import {
  makeMediaSegment,
  readMediaSegment,
  splitSegment,
  withSegment,
} from '../../../../../server/access/guard/media-segment.ts';
import { testKey as key } from '../../support/test-guard.ts';

const videoId = 'private0001';
const nowSec = 1_700_000_000;
const expiresSec = nowSec + 60;
const token = makeEmbedToken(key, { videoId, expiresSec, domain: '' });
const bound = makeEmbedToken(key, { videoId, expiresSec, domain: 'localhost:4401' });
const read = (text: string, at = nowSec, id = videoId) => readEmbedToken(key, id, text, at);

test('a token opens its video until it expires', () => {
  expect(read(token)).toEqual({ ok: true, value: { expiresSec, domain: null } });
  expect(read(token, expiresSec - 1).ok).toBe(true);
  expect(read(token, expiresSec)).toEqual({ ok: false, error: 'auth.expired' });
});

test('a token may be bound to a domain, and the domain cannot be removed', () => {
  expect(read(bound)).toMatchObject({ value: { domain: { host: 'localhost', port: '4401' } } });
  for (const other of [bound.replace('localhost', 'evil'), bound.replace('.localhost:4401', '')])
    expect(read(other)).toEqual({ ok: false, error: 'auth.private' });
});

const [expiry = '', signature = ''] = token.split('.');
test.each([
  ['nothing', ''],
  ['another time', `${Number(expiry) + 1}.${signature}`],
  ['another form of the time', `0${token}`],
  ['no signature', `${expiry}.`],
  ['half a signature', token.slice(0, -1)],
  ['more than a signature', `${token}A`],
  ['padding', `${token}=`],
  [
    'another last character, of which two bits are unused',
    token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A'),
  ],
  ['other letters', token.toUpperCase()],
  ['the order reversed', `${signature}.${expiry}`],
  ['a space before', ` ${token}`],
  ['a newline after', `${token}\n`],
  ['an invalid domain', `${expiry}.a b.${signature}`],
  ['a newline in the domain', `${expiry}.\n.${signature}`],
  [
    'the signature of a media address',
    `${expiry}.${makeMediaSegment(key, { videoId, expiresSec }).slice(-43)}`,
  ],
  ['another key', makeEmbedToken(`${key}!`, { videoId, expiresSec, domain: '' })],
  ['another video', makeEmbedToken(key, { videoId: 'private0002', expiresSec, domain: '' })],
])('a token with %s is refused', (_, text) => {
  expect(read(text)).toEqual({ ok: false, error: 'auth.private' });
});

test('an expired forged token is reported as forged [threat-private-videos]', () => {
  expect(read(`1.${signature}`)).toEqual({ ok: false, error: 'auth.private' });
});

const segment = makeMediaSegment(key, { videoId, expiresSec });

test('the segment comes first in an address, and relative references inherit it', () => {
  const url = withSegment('/media/a/b.m3u8', segment);
  expect(url).toBe(`/media/${segment}/a/b.m3u8`);
  expect(new URL('seg-1.m4s', `https://player.example${url}`).pathname).toBe(
    `/media/${segment}/a/seg-1.m4s`,
  );
  expect(splitSegment(url.slice('/media/'.length))).toEqual({ signed: segment, rest: 'a/b.m3u8' });
  expect(readMediaSegment(key, segment)).toEqual({ videoId, expiresSec });
  expect(withSegment('https://licence.example/media/x', segment)).toBe(
    'https://licence.example/media/x',
  );
});

test.each([
  segment.replace('private0001', 'private0002'),
  segment.replace(`~${expiresSec}`, `~${expiresSec + 1}`),
  `${segment.slice(0, -1)}`,
  `${segment}A`,
  '~1.private0001.',
  `~${token.replace('.', `.${videoId}.`)}`,
])('a segment %s is not from this server', (text) => {
  expect(readMediaSegment(key, text)).toBeNull();
});

const pass = {
  embedder: { type: 'page', origin: 'https://host.example' },
  videoId,
  untilSec: null,
} as const;

test('a pass names the embedding page, and cannot be forged', () => {
  const text = makeEmbedPass(key, { ...pass, expiresSec });
  expect(readEmbedPass(key, text, nowSec)).toEqual({ ...pass, expiresSec });
  expect(readEmbedPass(key, text, expiresSec)).toBeNull();
  const [payload = '', mark = ''] = text.split('.');
  const forged = Buffer.from(
    JSON.stringify({ ...pass, expiresSec, embedder: { type: 'none' } }),
  ).toString('base64url');
  for (const other of [
    '',
    '.',
    payload,
    `${forged}.${mark}`,
    `${payload}.${mark}A`,
    `.${mark}`,
    `${text}.${mark}`,
  ])
    expect(readEmbedPass(key, other, nowSec)).toBeNull();
});

const ownHost = 'player.example';
test.each([
  ['document', 'https://evil.example/', { type: 'none' }],
  ['empty', undefined, { type: 'none' }],
  ['iframe', 'https://host.example/page?x#y', { type: 'page', origin: 'https://host.example' }],
  ['embed', 'https://host.example:8443', { type: 'page', origin: 'https://host.example:8443' }],
  ['object', 'https://user:pass@HOST.example', { type: 'page', origin: 'https://host.example' }],
  [
    'iframe',
    'https://player.example@evil.example/',
    { type: 'page', origin: 'https://evil.example' },
  ],
  ['iframe', 'https://player.example/watch', { type: 'none' }],
  ['iframe', undefined, { type: 'nameless' }],
  ['iframe', 'null', { type: 'nameless' }],
  ['iframe', 'about:srcdoc', { type: 'nameless' }],
  ['iframe', 'file:///home/page.html', { type: 'nameless' }],
  ['iframe', 'blob:https://host.example/1', { type: 'nameless' }],
  [undefined, 'https://host.example/', { type: 'page', origin: 'https://host.example' }],
  [undefined, undefined, { type: 'unknown' }],
])('a request for %s with the referrer %s comes from %j', (destination, referer, embedder) => {
  expect(readEmbedder({ destination, referer, ownHost })).toEqual(embedder);
});
