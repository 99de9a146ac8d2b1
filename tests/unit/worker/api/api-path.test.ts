import { expect, test } from 'vitest';
import { apiPath } from '../../../../worker/api/api-path.ts';

const plain = { version: 'v1', key: null };

test('an interface is called below the version, with the API key if there is one [spec-7.1, spec-7.21, spec-7.22, spec-7.23]', () => {
  expect(apiPath({ path: 'player' }, plain)).toBe('/youtubei/v1/player?alt=json');
  expect(apiPath({ path: 'player' }, { version: 'v2', key: 'a&b' })).toBe(
    '/youtubei/v2/player?alt=json&key=a%26b',
  );
});

test('an API key with half a surrogate pair is left out, and the rest stays', () => {
  expect(apiPath({ path: 'player' }, { version: 'v1', key: 'a\ud800' })).toBe(
    '/youtubei/v1/player?alt=json&key=a%EF%BF%BD',
  );
});

test('an absolute path gets neither version nor key', () => {
  expect(apiPath({ path: '/getDatasyncIdsEndpoint' }, { version: 'v1', key: 'k' })).toBe(
    '/getDatasyncIdsEndpoint',
  );
});

test('the path in a command’s metadata replaces its own [spec-7.20]', () => {
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
  'a command with the metadata %j uses the key of the page config, unless it has its own',
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
])('a command with the metadata %j is refused: its URL leaves the API', (apiUrl) => {
  expect(apiPath({ path: 'player', apiUrl }, plain)).toBeNull();
});
