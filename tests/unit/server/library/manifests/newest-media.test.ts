import { expect, test } from 'vitest';
import { hasMedia, newestMedia } from '../../../../../server/library/manifests/newest-media.ts';
import { growingPlaylist } from '../../support/growing-stream.ts';

const control = '#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=1.5,CAN-BLOCK-RELOAD=YES';
const parts = ['0', '1'].map((part) => `#EXT-X-PART:DURATION=0.5,URI="show8.${part}.m4s"\n`);

test('the newest media are the last segment and the parts after it', () => {
  const text = growingPlaylist({ first: 5, last: 7, tags: [control] });
  expect(newestMedia(text)).toEqual({ sequence: 7, partCount: 0, targetSeconds: 2 });
  expect(newestMedia(text + parts.join(''))).toMatchObject({ sequence: 7, partCount: 2 });
});

test.each([
  ['without the promise', growingPlaylist({ last: 3 })],
  ['that refuses', growingPlaylist({ last: 3, tags: ['#EXT-X-SERVER-CONTROL:HOLD-BACK=6'] })],
  ['with its end', growingPlaylist({ last: 3, tags: [control], isEnded: true })],
])('a playlist %s holds no requests', (_, text) => {
  expect(newestMedia(text)).toBeNull();
});

test.each([
  [{ sequence: 7, part: null }, true],
  [{ sequence: 7, part: 9 }, true],
  [{ sequence: 8, part: null }, false],
  [{ sequence: 8, part: 1 }, true],
  [{ sequence: 8, part: 2 }, false],
  [{ sequence: 9, part: 0 }, false],
])('whether segment 7 and two parts of the next satisfy %j', (wanted, isThere) => {
  expect(hasMedia({ sequence: 7, partCount: 2, targetSeconds: 2 }, wanted)).toBe(isThere);
});
