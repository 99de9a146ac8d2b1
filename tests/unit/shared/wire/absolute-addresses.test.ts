import { expect, test } from 'vitest';
import { absoluteAddresses } from '../../../../shared/wire/absolute-addresses.ts';

const api = 'https://api.example';

test('paths under the names of addresses get the origin, at any depth', () => {
  const reply = {
    posterUrl: '/media/a.jpg',
    sources: [{ url: '/media/a.m3u8', drm: [{ licenseUrl: '/license/clearkey/a' }] }],
    videoDetails: { channel: { url: '/c/1', avatarUrl: '/c/1.png' } },
  };
  expect(absoluteAddresses(reply, api)).toEqual({
    posterUrl: `${api}/media/a.jpg`,
    sources: [{ url: `${api}/media/a.m3u8`, drm: [{ licenseUrl: `${api}/license/clearkey/a` }] }],
    videoDetails: { channel: { url: `${api}/c/1`, avatarUrl: `${api}/c/1.png` } },
  });
});

test.each([
  ['an absolute address', { url: 'https://cdn.example/a.mp4' }],
  ['an address without a scheme, which is another host’s', { url: '//cdn.example/a.mp4' }],
  ['a missing value', { posterUrl: null }],
  ['a value that is not text', { url: ['/a'], posterUrl: 3 }],
  ['a title that begins with a slash', { title: '/media/a', curl: '/x', urls: ['/y'] }],
  ['a value that is not an object', 'url'],
])('%s is unchanged', (_, value) => {
  expect(absoluteAddresses(value, api)).toEqual(value);
});
