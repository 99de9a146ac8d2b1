import { testWithMedia } from './own-media.ts';

/** A video whose poster has a sharper version for hi-dpi screens. */
export const sharpVideoId = 'sharper0001';

export const testWithSharpPoster = testWithMedia({
  'a.mp4': { copyOf: 'offstage001.mp4' },
  'a.jpg': { copyOf: 'offstage003.jpg' },
  'a.2x.jpg': { copyOf: 'offstage001.jpg' },
  'a.json': { text: JSON.stringify({ id: sharpVideoId }) },
});
