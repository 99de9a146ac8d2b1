import { expect, test } from 'vitest';
import { addRequest, noRequests } from '../../../src/performance/script-bytes.ts';

function add(...names: string[]) {
  return names.reduce(
    (requests, name) => addRequest(requests, { name, encodedBodySize: 100 }),
    noRequests,
  );
}

test('scripts are counted by the thread that runs them', () => {
  const origin = 'https://player.example/assets/';
  const { page, servicesFile } = add(
    `${origin}page-1.js`,
    `${origin}mount-ui-1.js?v=2`,
    `${origin}services-worker-1.js`,
    `${origin}hls-worker-1.js`,
    `${origin}style-1.css`,
  );
  expect(page).toEqual({ count: 2, bytes: 200 });
  expect(servicesFile).toEqual({ count: 1, bytes: 100 });
});

test('every request counts as one, whatever its size', () => {
  expect(add('https://a.example/film.mp4', 'https://a.example/x.js', 'data:,').count).toBe(3);
});
