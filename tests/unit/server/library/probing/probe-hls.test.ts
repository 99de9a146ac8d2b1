import { expect, test } from 'vitest';
import { probeHls } from '../../../../../server/library/probing/probe-hls.ts';
import { growingPlaylist } from '../../support/growing-stream.ts';
import { tempDirectory } from '../../support/temp-directory.ts';

async function factsOf(playlist: string) {
  const facts = await probeHls(tempDirectory({ 'show.m3u8': playlist }), 'show.m3u8');
  if (!facts.ok) throw new Error(facts.error.message);
  return facts.value;
}

test.each([
  ['a sliding window', {}],
  ['an event, from its start', { tags: ['#EXT-X-PLAYLIST-TYPE:EVENT'] }],
  ['a stream that was interrupted', { tags: ['#EXT-X-DISCONTINUITY'] }],
])('a playlist without an end is live: %s', async (_, more) => {
  expect(await factsOf(growingPlaylist({ first: 4, last: 9, ...more }))).toMatchObject({
    isLive: true,
    durationSeconds: 0,
    holdBackSec: 6,
    defect: null,
  });
});

test.each([
  ['its end', { isEnded: true }],
  ['the type of a whole video', { tags: ['#EXT-X-PLAYLIST-TYPE:VOD'] }],
])('a playlist with %s is a recording with its duration', async (_, more) => {
  const facts = await factsOf(growingPlaylist({ last: 4, ...more }));
  expect(facts).toMatchObject({ isLive: false, durationSeconds: 10 });
  expect(facts).not.toHaveProperty('holdBackSec');
});

test('players of a stream with parts start as far from its end as it says, and its parts belong to it', async () => {
  const tags = [
    '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.8',
    '#EXT-X-PART-INF:PART-TARGET=0.5',
    '#EXT-X-PART:DURATION=0.5,URI="show2.0.mp4"',
  ];
  const playlist = growingPlaylist({ first: 2, last: 2, tags });
  const facts = await factsOf(`${playlist}#EXT-X-PART:DURATION=0.5,URI="show3.0.mp4"\n`);
  expect(facts.holdBackSec).toBe(1.8);
  expect(facts.references).toEqual(['show2.0.mp4', 'show2.ts', 'show3.0.mp4']);
});
