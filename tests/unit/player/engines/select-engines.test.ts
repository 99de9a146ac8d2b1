import { expect, test } from 'vitest';
import type { MediaSourceInfo } from '../../../../shared/player/player-response.ts';
import {
  type MediaCapabilities,
  selectEngines,
} from '../../../../src/player/engines/select-engines.ts';

const hls: MediaSourceInfo = {
  packaging: 'hls',
  url: '/a.m3u8',
  mimeType: 'application/vnd.apple.mpegurl',
};
const dash: MediaSourceInfo = {
  packaging: 'dash',
  url: '/a.mpd',
  mimeType: 'application/dash+xml',
};
const mp4: MediaSourceInfo = { packaging: 'progressive', url: '/a.mp4', mimeType: 'video/mp4' };

const chromium: MediaCapabilities = {
  hasMediaSource: true,
  prefersNativeHls: false,
  canPlayNatively: () => true,
};
const safari: MediaCapabilities = {
  hasMediaSource: true,
  prefersNativeHls: true,
  canPlayNatively: () => true,
};
const iphone: MediaCapabilities = {
  hasMediaSource: false,
  prefersNativeHls: true,
  canPlayNatively: () => true,
};
const firefox: MediaCapabilities = {
  hasMediaSource: true,
  prefersNativeHls: false,
  canPlayNatively: (type) => type.startsWith('video/'),
};

const names = (sources: MediaSourceInfo[], can: MediaCapabilities) =>
  selectEngines(sources, can).map(({ engine }) => engine);

test('Chromium plays HLS with hls.js, although it can play it natively; that is its last resort', () => {
  expect(names([hls], chromium)).toEqual(['hls.js', 'native']);
});

test('Safari plays HLS natively', () => {
  expect(names([hls], safari)).toEqual(['native']);
});

test('a browser without native HLS has only hls.js', () => {
  expect(names([hls], firefox)).toEqual(['hls.js']);
});

test('the next source follows when the engines of the first one fail', () => {
  expect(selectEngines([hls, mp4], firefox)).toEqual([
    { engine: 'hls.js', source: hls },
    { engine: 'native', source: mp4 },
  ]);
});

test('DASH needs MediaSource; an iPhone without it takes the MP4', () => {
  expect(names([dash, mp4], iphone)).toEqual(['native']);
  expect(names([dash], iphone)).toEqual([]);
});

test('a file that the browser cannot play gives no engine', () => {
  expect(
    names([{ ...mp4, mimeType: 'video/x-unknown' }], { ...firefox, canPlayNatively: () => false }),
  ).toEqual([]);
});
