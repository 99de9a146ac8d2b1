import { expect, test } from 'vitest';
import { apiPath } from '../../../worker/api/api-path.ts';

const plain = { version: 'v1', key: null };

test('an interface stands below the version, with the key if there is one [spec-7.1, spec-7.21, spec-7.22, spec-7.23]', () => {
  expect(apiPath({ path: 'player' }, plain)).toBe('/youtubei/v1/player?alt=json');
  expect(apiPath({ path: 'player' }, { version: 'v2', key: 'a&b' })).toBe(
    '/youtubei/v2/player?alt=json&key=a%26b',
  );
});

test('a key that is half a character costs only itself', () => {
  expect(apiPath({ path: 'player' }, { version: 'v1', key: 'a\ud800' })).toBe(
    '/youtubei/v1/player?alt=json&key=a%EF%BF%BD',
  );
});

test('a path of its own has neither', () => {
  expect(apiPath({ path: '/getDatasyncIdsEndpoint' }, { version: 'v1', key: 'k' })).toBe(
    '/getDatasyncIdsEndpoint',
  );
});

test('the path of a command’s metadata counts before its own [spec-7.20]', () => {
  const apiUrl = '/youtubei/v1/browse/edit?x=1';
  expect(apiPath({ path: 'browse', apiUrl }, plain)).toBe(apiUrl);
});

test.each([
  ['/youtubei/v1/browse', '/youtubei/v1/browse?key=k'],
  ['/youtubei/v1/browse?x=1', '/youtubei/v1/browse?x=1&key=k'],
  ['/youtubei/v1/browse?x=1#top', '/youtubei/v1/browse?x=1&key=k'],
  ['/youtubei/v1/browse?key=own', '/youtubei/v1/browse?key=own'],
  ['/youtubei/v1/browse?monkey=1', '/youtubei/v1/browse?monkey=1&key=k'],
])(
  'the metadata %j has the key of the page config, unless it has one of its own',
  (apiUrl, path) => {
    expect(apiPath({ path: 'browse', apiUrl }, { version: 'v1', key: 'k' })).toBe(path);
  },
);

test.each([
  '',
  'youtubei/v1/player',
  '//elsewhere.example/youtubei/v1/player',
  'https://elsewhere.example/youtubei/v1/player',
  '/\\elsewhere.example/youtubei/',
  '/youtubei/../telemetry/events',
  '/youtubei/%2e%2e/log',
  '/youtubei/\\..\\..\\log',
  '/\t/elsewhere.example/youtubei/',
  'javascript:alert(1)',
])('the metadata %j leads elsewhere', (apiUrl) => {
  expect(apiPath({ path: 'player', apiUrl }, plain)).toBeNull();
});
