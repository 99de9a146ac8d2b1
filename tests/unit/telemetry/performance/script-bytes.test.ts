import { expect, test } from 'vitest';
import { addRequest, noRequests } from '../../../../src/telemetry/performance/script-bytes.ts';

function add(...names: string[]) {
  return names.reduce(
    (requests, name) => addRequest(requests, { name, encodedBodySize: 100, transferSize: 90 }),
    noRequests,
  );
}

test('scripts are counted by the thread that runs them', () => {
  const origin = 'https://player.example/assets/';
  const { page, servicesFile } = add(
    `${origin}page-BYvEgI1f.js`,
    `${origin}mount-ui-Cl-QJ_G1.js?v=2`,
    `${origin}worker-parts-DOcwR9y7.js`,
    `${origin}services-worker-DTmYvsqa.js`,
    `${origin}traced-services-worker-BC4h-iFK.js`,
    `${origin}media-worker-BOD1Jqv0.js`,
    `${origin}hls.worker-DX51GcGk.js`,
    `${origin}worker-CuC1tI3P.js`,
    `${origin}style-BYvEgI1f.css`,
  );
  expect(page).toEqual({ count: 3, bytes: 300 });
  expect(servicesFile).toEqual({ count: 2, bytes: 200 });
});

test('what comes from the browser’s cache takes nothing from the network', () => {
  const own = 'https://player.example/assets/page-BYvEgI1f.js';
  const worker = 'https://player.example/assets/services-worker-DTmYvsqa.js';
  const cached = { encodedBodySize: 100, transferSize: 0 };
  const requests = [
    { name: own, ...cached },
    { name: worker, ...cached },
    { name: 'https://player.example/poster.jpg', ...cached },
    // Empty, or of another origin, which hides its sizes.
    { name: 'https://cdn.example/own.js', encodedBodySize: 0, transferSize: 0 },
    { name: own, encodedBodySize: 100, transferSize: 400 },
  ].reduce(addRequest, noRequests);
  expect(requests).toMatchObject({
    count: 5,
    transferredBytes: 400,
    cachedScriptCount: 1,
    page: { count: 3, bytes: 200 },
  });
});

test('every request counts as one, whatever its size', () => {
  expect(add('https://a.example/film.mp4', 'https://a.example/x.js', 'data:,').count).toBe(3);
});
