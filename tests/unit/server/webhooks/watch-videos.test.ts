import { expect, test } from 'vitest';
import type { LibraryVideo } from '../../../../server/library/open-video.ts';
import { watchVideos } from '../../../../server/webhooks/watch-videos.ts';
import { webhookLimits } from '../../../../server/webhooks/webhook-limits.ts';
import type { WebhookNews } from '../../../../server/webhooks/webhook-message.ts';
import { bareVideo } from '../../../support/bare-video.ts';

type Look = Partial<LibraryVideo> & { status?: 'OK' | 'UNPLAYABLE'; isLive?: boolean };

/** A library that can be changed, and what was reported of it. */
function watched(states = new Map<string, string>()) {
  const library = { videos: new Map<string, LibraryVideo>() };
  const reported: WebhookNews[] = [];
  let isWhole = false;
  const look = watchVideos(library, states, (news, changes) => {
    reported.push(...news);
    for (const [name, state] of changes)
      if (state === null) states.delete(name);
      else states.set(name, state);
  });
  return {
    states,
    isWhole: () => isWhole,
    /** Looks at these videos, and returns what is new. */
    see(videos: Readonly<Record<string, Look>>) {
      library.videos = new Map(
        Object.entries(videos).map(([id, { status = 'OK', isLive = false, ...changes }]) => {
          const videoDetails = { ...bareVideo.videoDetails, title: `Title of ${id}`, isLive };
          const response = { ...bareVideo, playabilityStatus: { status }, videoDetails };
          const video = {
            live: null,
            playableWithin: null,
            isPrivate: false,
            sharpPosterUrl: null,
          };
          return [id, { ...video, response, ...changes }];
        }),
      );
      isWhole = look();
      return reported.splice(0).map(({ type, data }) => [type, 'videoId' in data && data.videoId]);
    },
  };
}

test('the first look ever reports nothing, and later ones report what can be played now', () => {
  const { see } = watched();
  expect(see({ a: {}, live: { isLive: true } })).toEqual([]);
  expect(see({ a: {}, live: { isLive: true }, b: {} })).toEqual([['video.ready', 'b']]);
  expect(see({ a: {}, live: { isLive: true }, b: {} })).toEqual([]);
});

test('the first look waits for files that are still being read', () => {
  const { see } = watched();
  expect(see({ a: { isPending: true }, b: {} })).toEqual([]);
  expect(see({ a: {}, b: {} })).toEqual([]);
  expect(see({ a: {}, b: {}, c: {} })).toEqual([['video.ready', 'c']]);
});

test('a video is ready once it has been read and can be played', () => {
  const { see } = watched();
  see({});
  expect(see({ a: { isPending: true } })).toEqual([]);
  expect(see({ a: { isRestricted: true } })).toEqual([]);
  expect(see({ a: { status: 'UNPLAYABLE' } })).toEqual([]);
  expect(see({ a: {} })).toEqual([['video.ready', 'a']]);
});

test('a stream starts, ends as a recording that is ready, and can be removed', () => {
  const { see } = watched();
  see({});
  expect(see({ s: { isLive: true } })).toEqual([['live.started', 's']]);
  expect(see({ s: {} })).toEqual([
    ['live.ended', 's'],
    ['video.ready', 's'],
  ]);
  expect(see({ s: { isLive: true } })).toEqual([['live.started', 's']]);
  expect(see({})).toEqual([
    ['live.ended', 's'],
    ['video.removed', 's'],
  ]);
});

test('a loop that the server makes of a recording is no stream that starts', () => {
  const { see } = watched();
  see({});
  const loop = { isLive: true, live: {} as LibraryVideo['live'] };
  expect(see({ loop })).toEqual([['video.ready', 'loop']]);
});

test('what changed while no server ran is reported by the next one', () => {
  const first = watched();
  first.see({ a: {}, b: {} });
  expect(watched(first.states).see({ b: {}, c: {} })).toEqual([
    ['video.ready', 'c'],
    ['video.removed', 'a'],
  ]);
});

test('a large library is noted in several looks, still without a message', () => {
  const { see, states, isWhole } = watched();
  const count = webhookLimits.writtenCount + 500;
  const all = Object.fromEntries(Array.from({ length: count }, (_, n) => [`v${n}`, {}]));
  expect(see(all)).toEqual([]);
  expect([states.size, isWhole()]).toEqual([webhookLimits.writtenCount, false]);
  expect(see(all)).toEqual([]);
  expect(isWhole()).toBe(true);
  expect(see({ ...all, late: {} })).toEqual([['video.ready', 'late']]);
});
