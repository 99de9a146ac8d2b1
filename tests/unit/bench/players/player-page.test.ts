import { expect, test } from 'vitest';
import { lanes, liveLanes } from '../../../../bench/players/lanes.ts';
import { playerPage } from '../../../../bench/players/player-page.ts';

/** @returns the body of a lane's page */
function bodyOf(id: string, isAutoplay: boolean): string {
  const lane = [...lanes, ...liveLanes].find((one) => one.id === id);
  if (lane === undefined) throw new Error(`There is no lane ${id}.`);
  return /<body>(.*)<\/body>/s.exec(playerPage(lane, isAutoplay, 'http://live.example'))?.[1] ?? '';
}

test.each([
  ['native-mp4', 'mp4'],
  ['native-hls', 'm3u8'],
])('%s is the page that a publisher would write', (id, extension) => {
  const name = id.slice('native-'.length);
  const video = `<video controls playsinline preload="metadata" poster="/media/film-${name}.jpg" src="/media/film-${name}.${extension}"`;
  expect(bodyOf(id, false)).toBe(`${video}></video>`);
  expect(bodyOf(id, true)).toBe(`${video} autoplay muted></video>`);
});

test('a live stream comes from the server that makes it', () => {
  expect(bodyOf('hlsjs-live', true)).toBe(
    '<video controls playsinline poster="/media/film-live.jpg" data-src="http://live.example/live/benchfilm-3/film-live.m3u8" autoplay muted></video>',
  );
});
